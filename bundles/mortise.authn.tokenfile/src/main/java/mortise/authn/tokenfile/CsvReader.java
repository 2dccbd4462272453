package mortise.authn.tokenfile;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads comma separated values as RFC 4180 has them: a field may be quoted and then holds commas, line ends, and quotes
 * written twice. Empty lines are skipped; lines end with LF or CRLF.
 */
final class CsvReader {

    private static final char END = '\uFFFF';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private final String source;
    private int at;
    private int line = 1;

    private CsvReader(String text, String source) {
        this.text = text;
        this.source = source;
    }

    /**
     * A row of the file.
     *
     * @param line number of the line it starts in, from 1
     * @param fields its fields, at least one
     */
    record Row(int line, List<String> fields) {
    }

    /**
     * Reads everything.
     *
     * @throws IllegalArgumentException naming the source and line of the first misplaced quote
     */
    static List<Row> read(String text, String source) {
        var reader = new CsvReader(text, source);
        if (reader.peek() == BYTE_ORDER_MARK) {
            reader.at++;
        }
        List<Row> rows = new ArrayList<>();
        while (reader.at < text.length()) {
            if (!reader.skipLineEnd()) {
                rows.add(reader.row());
            }
        }
        return rows;
    }

    private Row row() {
        int startLine = line;
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (peek() == ',') {
            at++;
            fields.add(field());
        }
        if (!skipLineEnd() && at < text.length()) {
            throw mistake("text after the closing quote of a field");
        }
        return new Row(startLine, List.copyOf(fields));
    }

    private String field() {
        return peek() == '"' ? quoted() : plain();
    }

    private String plain() {
        int start = at;
        while (at < text.length() && peek() != ',' && peek() != '\n' && !atCrLf()) {
            if (peek() == '"') {
                throw mistake("a quote in a field that does not start with one");
            }
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        int startLine = line;
        StringBuilder field = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                if (at + 1 >= text.length() || text.charAt(at + 1) != '"') {
                    at++;
                    return field.toString();
                }
                at++;
            } else if (c == '\n') {
                line++;
            }
            field.append(c);
        }
        line = startLine;
        throw mistake("a quoted field without a closing quote");
    }

    private boolean skipLineEnd() {
        if (atCrLf()) {
            at++;
        }
        if (peek() != '\n') {
            return false;
        }
        at++;
        line++;
        return true;
    }

    private boolean atCrLf() {
        return peek() == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private IllegalArgumentException mistake(String what) {
        return new IllegalArgumentException(source + " line " + line + ": " + what);
    }
}
