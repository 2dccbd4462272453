package mortise.core.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.log.FormatterLogger;
import org.osgi.service.log.LoggerConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger of the OSGi Log Service that writes to SLF4J, so that what Declarative Services, Config Admin and
 * FileInstall report stands among all other records. Immutable, any thread.
 */
final class OsgiLogger implements FormatterLogger {

    private final Logger logger;
    private final UnaryOperator<@Nullable Throwable> readable;
    private final ComponentFailures components;

    /**
     * Makes a logger.
     *
     * @param name name of the SLF4J logger
     * @param readable turns a failure into one that reads better, or returns it
     * @param components takes what is said about components
     */
    OsgiLogger(String name, UnaryOperator<@Nullable Throwable> readable, ComponentFailures components) {
        this.logger = LoggerFactory.getLogger(name);
        this.readable = readable;
        this.components = components;
    }

    /** Writes one record; the last argument may be a throwable, as in SLF4J. */
    void write(Level level, String message, Object... arguments) {
        if (!logger.isEnabledForLevel(level)) {
            return;
        }
        Throwable failure = null;
        List<Object> values = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument instanceof Throwable thrown) {
                failure = readable.apply(thrown);
            } else if (!(argument instanceof org.osgi.framework.ServiceReference)) {
                values.add(argument);
            }
        }
        String text = values.isEmpty() ? message : MessageFormatter.basicArrayFormat(message, values.toArray());
        components.write(logger, level, text, failure);
    }

    @Override
    public String getName() {
        return logger.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return logger.isTraceEnabled();
    }

    @Override
    public void trace(String message) {
        write(Level.TRACE, message);
    }

    @Override
    public void trace(String format, Object argument) {
        write(Level.TRACE, format, argument);
    }

    @Override
    public void trace(String format, Object first, Object second) {
        write(Level.TRACE, format, first, second);
    }

    @Override
    public void trace(String format, Object... arguments) {
        write(Level.TRACE, format, arguments);
    }

    @Override
    public <E extends Exception> void trace(LoggerConsumer<E> consumer) throws E {
        if (logger.isTraceEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isDebugEnabled() {
        return logger.isDebugEnabled();
    }

    @Override
    public void debug(String message) {
        write(Level.DEBUG, message);
    }

    @Override
    public void debug(String format, Object argument) {
        write(Level.DEBUG, format, argument);
    }

    @Override
    public void debug(String format, Object first, Object second) {
        write(Level.DEBUG, format, first, second);
    }

    @Override
    public void debug(String format, Object... arguments) {
        write(Level.DEBUG, format, arguments);
    }

    @Override
    public <E extends Exception> void debug(LoggerConsumer<E> consumer) throws E {
        if (logger.isDebugEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isInfoEnabled() {
        return logger.isInfoEnabled();
    }

    @Override
    public void info(String message) {
        write(Level.INFO, message);
    }

    @Override
    public void info(String format, Object argument) {
        write(Level.INFO, format, argument);
    }

    @Override
    public void info(String format, Object first, Object second) {
        write(Level.INFO, format, first, second);
    }

    @Override
    public void info(String format, Object... arguments) {
        write(Level.INFO, format, arguments);
    }

    @Override
    public <E extends Exception> void info(LoggerConsumer<E> consumer) throws E {
        if (logger.isInfoEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isWarnEnabled() {
        return logger.isWarnEnabled();
    }

    @Override
    public void warn(String message) {
        write(Level.WARN, message);
    }

    @Override
    public void warn(String format, Object argument) {
        write(Level.WARN, format, argument);
    }

    @Override
    public void warn(String format, Object first, Object second) {
        write(Level.WARN, format, first, second);
    }

    @Override
    public void warn(String format, Object... arguments) {
        write(Level.WARN, format, arguments);
    }

    @Override
    public <E extends Exception> void warn(LoggerConsumer<E> consumer) throws E {
        if (logger.isWarnEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public boolean isErrorEnabled() {
        return logger.isErrorEnabled();
    }

    @Override
    public void error(String message) {
        write(Level.ERROR, message);
    }

    @Override
    public void error(String format, Object argument) {
        write(Level.ERROR, format, argument);
    }

    @Override
    public void error(String format, Object first, Object second) {
        write(Level.ERROR, format, first, second);
    }

    @Override
    public void error(String format, Object... arguments) {
        write(Level.ERROR, format, arguments);
    }

    @Override
    public <E extends Exception> void error(LoggerConsumer<E> consumer) throws E {
        if (logger.isErrorEnabled()) {
            consumer.accept(this);
        }
    }

    @Override
    public void audit(String message) {
        write(Level.INFO, message);
    }

    @Override
    public void audit(String format, Object argument) {
        write(Level.INFO, format, argument);
    }

    @Override
    public void audit(String format, Object first, Object second) {
        write(Level.INFO, format, first, second);
    }

    @Override
    public void audit(String format, Object... arguments) {
        write(Level.INFO, format, arguments);
    }
}
