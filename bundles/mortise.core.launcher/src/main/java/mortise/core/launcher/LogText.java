package mortise.core.launcher;

import org.jspecify.annotations.Nullable;

/** Texts for log records of one line. */
final class LogText {

    private static final int DEEPEST_CAUSE = 5;

    private LogText() {
    }

    /** Returns an exception with its causes in one line, with the place where each was thrown. */
    static String oneLine(Throwable failure) {
        StringBuilder text = new StringBuilder();
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            text.append(depth == 0 ? "" : " <- ").append(cause.getClass().getSimpleName());
            if (cause.getMessage() != null) {
                text.append(": ").append(cause.getMessage());
            }
            StackTraceElement[] frames = cause.getStackTrace();
            if (frames.length > 0) {
                text.append(" (").append(frames[0].getFileName()).append(':').append(frames[0].getLineNumber())
                        .append(')');
            }
            cause = cause.getCause();
        }
        return escaped(text.toString());
    }

    /** Nobody can forge a record with a line break in a name. */
    static String escaped(@Nullable String text) {
        if (text == null) {
            return "";
        }
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text
                : text.replace("\r", "").replace("\n", "\\n");
    }

    /** Returns the bundle of a class of this project, and any other logger name as it is. */
    static String source(String logger) {
        int dot = logger.lastIndexOf('.');
        boolean ownClass = logger.startsWith("mortise.") && dot > 0 && dot + 1 < logger.length()
                && Character.isUpperCase(logger.charAt(dot + 1));
        return ownClass ? logger.substring(0, dot) : logger;
    }
}
