package mortise.core.schema;

import java.util.ArrayList;
import java.util.List;

/** Compiles expressions of cells. One object reads one expression; belongs to one thread. */
final class CellsParser {

    private final String source;
    private int at;

    private CellsParser(String source) {
        this.source = source;
    }

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException when it is none, with the place
     */
    static CellsTerm parse(String expression) {
        var parser = new CellsParser(expression);
        try {
            CellsTerm term = parser.expression();
            if (parser.at < expression.length()) {
                throw new IllegalArgumentException("unexpected text");
            }
            return term;
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    wrong.getMessage() + " at " + parser.at + " of the cell " + expression, wrong);
        }
    }

    private CellsTerm expression() {
        CellsTerm first = term();
        skipSpaces();
        if (!source.startsWith("or ", at)) {
            return first;
        }
        at += "or ".length();
        // From right to left, so that the first value is found first.
        return new CellsTerm.FirstOf(first, expression());
    }

    private CellsTerm term() {
        skipSpaces();
        char c = peek();
        if (c == '.') {
            return path();
        }
        if (c == '"') {
            return new CellsTerm.Constant(quoted());
        }
        String word = word();
        if (word.isEmpty()) {
            throw new IllegalArgumentException("a term is missing");
        }
        if (c >= '0' && c <= '9') {
            return new CellsTerm.Constant(Long.valueOf(word));
        }
        if (word.equals("true") || word.equals("false")) {
            return new CellsTerm.Constant(word.equals("true"));
        }
        return CellsFunctions.call(word, arguments());
    }

    private List<CellsTerm> arguments() {
        expect('(');
        var arguments = new ArrayList<CellsTerm>();
        do {
            arguments.add(expression());
            skipSpaces();
        } while (accept(','));
        expect(')');
        return arguments;
    }

    private CellsPath path() {
        var path = new CellsPath();
        while (true) {
            if (accept('.')) {
                step(path);
            } else if (accept('[')) {
                bracket(path);
                expect(']');
            } else {
                return path;
            }
        }
    }

    private void step(CellsPath path) {
        String field = word();
        if (!field.isEmpty()) {
            path.field(field);
        } else if (!path.isEmpty() || peek() == '.') {
            throw new IllegalArgumentException("a field is missing");
        }
    }

    private void bracket(CellsPath path) {
        if (accept('*')) {
            path.elements();
        } else if (peek() == '"') {
            path.field(quoted());
        } else {
            String word = word();
            if (accept('=')) {
                path.elements(word, word());
            } else {
                path.index(Integer.parseInt(word));
            }
        }
    }

    private String quoted() {
        int end = source.indexOf('"', at + 1);
        if (end < 0) {
            throw new IllegalArgumentException("a text does not end");
        }
        String text = source.substring(at + 1, end);
        at = end + 1;
        return text;
    }

    private String word() {
        int from = at;
        while (Character.isLetterOrDigit(peek())) {
            at++;
        }
        return source.substring(from, at);
    }

    private char peek() {
        return at < source.length() ? source.charAt(at) : 0;
    }

    private boolean accept(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw new IllegalArgumentException(wanted + " is missing");
        }
    }

    private void skipSpaces() {
        while (peek() == ' ') {
            at++;
        }
    }
}
