package mortise.itests.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * One Java file, parsed but not compiled, so comments and strings never look like code.
 *
 * @param path from the root of the work tree, with slashes
 * @param text the whole file
 * @param types simple names of all classes in it, nested ones too
 * @param selects every {@code a.b.c} in it, with the line
 * @param methods every method with a body, with the number of lines between its braces
 */
record SourceFile(String path, String text, List<String> types, List<Found> selects, List<Found> methods) {

    /** Something in a file: what, and where or how much. */
    record Found(String what, long number) { }

    static List<SourceFile> parseAll(Path root, List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<SourceFile> sources = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> { }, List.of("-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                String text = unit.getSourceFile().getCharContent(true).toString();
                String path = Reactor.relative(root, Path.of(unit.getSourceFile().toUri()));
                sources.add(scan(path, text, unit, positions));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    private static SourceFile scan(String path, String text, CompilationUnitTree unit, SourcePositions positions) {
        Scanner scanner = new Scanner(unit, positions);
        scanner.scan(unit, null);
        return new SourceFile(path, text, scanner.types, scanner.selects, scanner.methods);
    }

    boolean isMain() {
        return path.contains("/src/main/");
    }

    boolean isTest() {
        return path.contains("/src/test/") || path.startsWith("itests/");
    }

    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    long lines() {
        return text.lines().count();
    }

    /** Lines that hold code: neither blank nor only a comment. */
    long codeLines() {
        boolean comment = false;
        long count = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            comment |= line.startsWith("/*");
            if (!line.isEmpty() && !comment && !line.startsWith("//")) {
                count++;
            }
            comment &= !line.contains("*/");
        }
        return count;
    }

    /** The lines at which one of these {@code a.b} expressions stands, by expression. */
    TreeMap<String, Long> uses(String... expressions) {
        TreeMap<String, Long> uses = new TreeMap<>();
        for (Found select : selects) {
            for (String expression : expressions) {
                if (select.what().equals(expression) || select.what().endsWith("." + expression)) {
                    uses.putIfAbsent(expression, select.number());
                }
            }
        }
        return uses;
    }

    private static final class Scanner extends TreeScanner<Void, Void> {

        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final LineMap lines;
        private final Deque<String> enclosing = new ArrayDeque<>();
        private final List<String> types = new ArrayList<>();
        private final List<Found> selects = new ArrayList<>();
        private final List<Found> methods = new ArrayList<>();

        Scanner(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            this.lines = unit.getLineMap();
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            String name = tree.getSimpleName().toString();
            if (!name.isEmpty()) {
                types.add(name);
            }
            enclosing.push(name);
            super.visitClass(tree, unused);
            enclosing.pop();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            if (tree.getBody() != null) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, tree.getBody()));
                long end = positions.getEndPosition(unit, tree.getBody());
                long last = end < 0 ? first : lines.getLineNumber(end - 1);
                methods.add(new Found(enclosing.peek() + "." + tree.getName(), Math.max(0, last - first - 1)));
            }
            return super.visitMethod(tree, unused);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
            long line = lines.getLineNumber(positions.getStartPosition(unit, tree));
            selects.add(new Found(tree.toString(), line));
            return super.visitMemberSelect(tree, unused);
        }
    }
}
