package mortise.core.launcher;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.encoder.EncoderBase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Log records of one line, as text or as JSON. Own classes instead of a pattern: they need no parsing at start, and no
 * line break of a message can forge a record. Stateless; called by any thread.
 */
final class RecordEncoder extends EncoderBase<ILoggingEvent> {

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final byte[] NOTHING = new byte[0];

    private final boolean json;
    private final boolean traces;

    /**
     * Makes an encoder.
     *
     * @param json JSON instead of text
     * @param traces whether stack traces follow in full; text only, JSON always has them
     */
    RecordEncoder(boolean json, boolean traces) {
        this.json = json;
        this.traces = traces;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        if (json) {
            json(event, line);
        } else {
            text(event, line);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private void text(ILoggingEvent event, StringBuilder line) {
        line.append(TIME.format(event.getInstant())).append(' ').append(padded(event.getLevel())).append(' ')
                .append(LogText.source(event.getLoggerName())).append("  ")
                .append(LogText.escaped(event.getFormattedMessage()));
        for (KeyValuePair pair : pairs(event)) {
            line.append(' ').append(pair.key).append('=').append(LogText.escaped(String.valueOf(pair.value)));
        }
        Throwable failure = failure(event);
        if (failure != null) {
            line.append(" | ").append(LogText.oneLine(failure));
            if (traces) {
                line.append('\n').append(trace(failure).stripTrailing());
            }
        }
    }

    private static void json(ILoggingEvent event, StringBuilder line) {
        line.append('{');
        member("time", TIME.format(event.getInstant()), line);
        member("level", event.getLevel().toString(), line.append(','));
        member("logger", event.getLoggerName(), line.append(','));
        member("thread", event.getThreadName(), line.append(','));
        member("message", event.getFormattedMessage(), line.append(','));
        for (KeyValuePair pair : pairs(event)) {
            member(pair.key, String.valueOf(pair.value), line.append(','));
        }
        Throwable failure = failure(event);
        if (failure != null) {
            member("error", LogText.oneLine(failure), line.append(','));
            member("stack", trace(failure), line.append(','));
        }
        line.append('}');
    }

    private static void member(String name, @Nullable String value, StringBuilder line) {
        quoted(name, line);
        quoted(value == null ? "" : value, line.append(':'));
    }

    private static void quoted(String text, StringBuilder line) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> line.append('\\').append(c);
                case '\n' -> line.append("\\n");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < ' ') {
                        line.append(String.format("\\u%04x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }

    private static String padded(Level level) {
        return level.levelInt == Level.INFO_INT || level.levelInt == Level.WARN_INT ? level + " " : level.toString();
    }

    private static List<KeyValuePair> pairs(ILoggingEvent event) {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null ? List.of() : pairs;
    }

    private static @Nullable Throwable failure(ILoggingEvent event) {
        IThrowableProxy proxy = event.getThrowableProxy();
        return proxy instanceof ThrowableProxy real ? real.getThrowable() : null;
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }}
