package mortise.core.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import java.util.List;
import java.util.Locale;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Logback under SLF4J, configured in code. Naming this class to SLF4J ({@value #PROVIDER_PROPERTY}) saves each start
 * the search for providers and configurators and the parsing of a configuration file. Records go to standard error;
 * format and level come from system properties, which {@link #install} sets before the first logger is made.
 */
public final class LogProvider implements SLF4JServiceProvider {

    private static final String PROVIDER_PROPERTY = "slf4j.provider";
    private static final String FORMAT_PROPERTY = "mortise.log.format";
    private static final List<String> TALKATIVE = List.of(
            "io.grpc", "io.netty", "io.vertx", "org.apache.felix.scr", "org.eclipse.jetty");
    private static final String LEVEL_PROPERTY = "mortise.log.level";
    private static final String API_VERSION = "2.0.99";

    private final LoggerContext loggers = new LoggerContext();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final LogbackMDCAdapter diagnosticContext = new LogbackMDCAdapter();

    /** Called by SLF4J. */
    public LogProvider() {
        loggers.setName("mortise");
    }

    /** Makes this the provider of the process; to be called before the first logger is made. */
    static void install(String format, String level) {
        System.setProperty(PROVIDER_PROPERTY, LogProvider.class.getName());
        // Else SLF4J tells on every start that it was told a provider.
        System.setProperty("slf4j.internal.verbosity", "WARN");
        System.setProperty(FORMAT_PROPERTY, format);
        System.setProperty(LEVEL_PROPERTY, level);
    }

    /** Says whether {@link #install} was called; a wrong command line ends the process before. */
    static boolean isInstalled() {
        return LogProvider.class.getName().equals(System.getProperty(PROVIDER_PROPERTY));
    }

    @Override
    public void initialize() {
        loggers.setMDCAdapter(diagnosticContext);
        Level level = Level.toLevel(System.getProperty(LEVEL_PROPERTY, "info").toUpperCase(Locale.ROOT), Level.INFO);
        Logger root = loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        boolean detailed = !level.isGreaterOrEqual(Level.INFO);
        root.addAppender(appender(
                new RecordEncoder("json".equals(System.getProperty(FORMAT_PROPERTY)), detailed), !detailed));
        // What they tell at this level is about themselves and drowns ours.
        Level others = level.equals(Level.INFO) ? Level.WARN : level;
        TALKATIVE.forEach(name -> loggers.getLogger(name).setLevel(others));
        // It warns of each attempt; whoever uses it knows how all of them ended.
        loggers.getLogger("io.etcd.jetcd").setLevel(level.equals(Level.INFO) ? Level.ERROR : level);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        loggers.start();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return diagnosticContext;
    }

    @Override
    public String getRequestedApiVersion() {
        return API_VERSION;
    }

    private Appender<ILoggingEvent> appender(RecordEncoder encoder, boolean hold) {
        encoder.setContext(loggers);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(loggers);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        HeldLog held = new HeldLog(appender, hold);
        held.setContext(loggers);
        held.start();
        return held;
    }
}
