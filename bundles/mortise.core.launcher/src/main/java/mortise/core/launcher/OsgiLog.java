package mortise.core.launcher;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.service.log.LogService;
import org.osgi.service.log.Logger;
import org.slf4j.event.Level;

/** The OSGi Log Service over SLF4J, one for each bundle that uses it. Holds one logger for each name; any thread. */
final class OsgiLog implements LogService {

    private final String user;
    private final Map<String, OsgiLogger> loggers = new ConcurrentHashMap<>();
    private final UnaryOperator<@Nullable Throwable> readable;
    private final ComponentFailures components;

    /**
     * Makes a log service.
     *
     * @param user name of the bundle that uses it, the name of records that come without another
     * @param readable turns a failure into one that reads better, or returns it
     * @param components takes what is said about components
     */
    OsgiLog(String user, UnaryOperator<@Nullable Throwable> readable, ComponentFailures components) {
        this.user = user;
        this.readable = readable;
        this.components = components;
    }

    @Override
    public OsgiLogger getLogger(String name) {
        return loggers.computeIfAbsent(name, key -> new OsgiLogger(key, readable, components));
    }

    @Override
    public Logger getLogger(Class<?> type) {
        return getLogger(type.getName());
    }

    @Override
    public <L extends Logger> L getLogger(String name, Class<L> loggerType) {
        return loggerType.cast(getLogger(name));
    }

    @Override
    public <L extends Logger> L getLogger(Class<?> type, Class<L> loggerType) {
        return loggerType.cast(getLogger(type.getName()));
    }

    @Override
    public <L extends Logger> L getLogger(Bundle bundle, String name, Class<L> loggerType) {
        // Declarative Services asks for the root logger of a bundle, which would tell nobody who speaks.
        boolean nameless = name.equals(Logger.ROOT_LOGGER_NAME);
        return loggerType.cast(getLogger(nameless ? bundle.getSymbolicName() : name));
    }

    // The contract of the service still has the deprecated methods, and FileInstall calls them.
    @Override
    @Deprecated
    public void log(int level, String message) {
        getLogger(user).write(level(level), message);
    }

    @Override
    @Deprecated
    public void log(int level, String message, @Nullable Throwable failure) {
        write(user, level, message, failure);
    }

    @Override
    @Deprecated
    public void log(@Nullable ServiceReference<?> reference, int level, String message) {
        getLogger(name(reference)).write(level(level), message);
    }

    @Override
    @Deprecated
    public void log(@Nullable ServiceReference<?> reference, int level, String message, @Nullable Throwable failure) {
        write(name(reference), level, message, failure);
    }

    private void write(String name, int level, String message, @Nullable Throwable failure) {
        if (failure == null) {
            getLogger(name).write(level(level), message);
        } else {
            getLogger(name).write(level(level), message, failure);
        }
    }

    private String name(@Nullable ServiceReference<?> reference) {
        Bundle bundle = reference == null ? null : reference.getBundle();
        return bundle == null ? user : bundle.getSymbolicName();
    }

    /** Returns the level of a number of the OSGi Log Service, which counts from 1, error, to 4, debug. */
    static Level level(int level) {
        return switch (level) {
            case 1 -> Level.ERROR;
            case 2 -> Level.WARN;
            case 3 -> Level.INFO;
            default -> Level.DEBUG;
        };
    }
}
