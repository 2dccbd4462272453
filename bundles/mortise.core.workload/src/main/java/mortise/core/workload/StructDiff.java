package mortise.core.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import mortise.api.FieldError;
import org.jspecify.annotations.Nullable;

/** The differences of two structs as messages show them: as those of the lines of their indented JSON. */
public final class StructDiff {

    private static final int CONTEXT = 3;
    /** Lines that may differ before everything between the first and the last of them counts as changed. */
    private static final int COMPARED_MAX = 1500;

    /** A step from one text to the other: {@code ' '} keeps a line, {@code '-'} removes it, {@code '+'} adds it. */
    private record Step(char kind, String line) {
    }

    private StructDiff() {
    }

    /** Returns the differences of two tree values, each hunk with three lines around it; empty when there are none. */
    public static String of(@Nullable Object old, @Nullable Object now) {
        List<Step> steps = steps(lines(old), lines(now));
        var text = new StringBuilder();
        int at = 0;
        while (at < steps.size()) {
            if (steps.get(at).kind() == ' ') {
                at++;
                continue;
            }
            int end = hunkEnd(steps, at);
            int from = Math.max(0, at - CONTEXT);
            int to = Math.min(steps.size(), end + CONTEXT);
            appendHunk(text, steps, from, to);
            at = to;
        }
        return text.toString();
    }

    /** Returns where the changes end that are so near to each other that their context touches. */
    private static int hunkEnd(List<Step> steps, int start) {
        int end = start;
        for (int at = start; at < steps.size() && at - end <= 2 * CONTEXT; at++) {
            if (steps.get(at).kind() != ' ') {
                end = at + 1;
            }
        }
        return end;
    }

    private static void appendHunk(StringBuilder text, List<Step> steps, int from, int to) {
        text.append("@@ -").append(range(steps, from, to, '+')).append(" +").append(range(steps, from, to, '-'))
                .append(" @@\n");
        steps.subList(from, to).forEach(step -> text.append(step.kind()).append(step.line()).append('\n'));
    }

    /** Returns start and length in one of the texts: that which has no lines of the given kind. */
    private static String range(List<Step> steps, int from, int to, char missing) {
        long start = steps.subList(0, from).stream().filter(step -> step.kind() != missing).count() + 1;
        long length = steps.subList(from, to).stream().filter(step -> step.kind() != missing).count();
        return length == 1 ? String.valueOf(start) : (length == 0 ? start - 1 : start) + "," + length;
    }

    private static List<Step> steps(List<String> old, List<String> now) {
        int head = 0;
        while (head < Math.min(old.size(), now.size()) && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(old.size(), now.size()) - head
                && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        List<Step> steps = new ArrayList<>();
        old.subList(0, head).forEach(line -> steps.add(new Step(' ', line)));
        middle(old.subList(head, old.size() - tail), now.subList(head, now.size() - tail), steps);
        old.subList(old.size() - tail, old.size()).forEach(line -> steps.add(new Step(' ', line)));
        return steps;
    }

    private static void middle(List<String> old, List<String> now, List<Step> steps) {
        int[][] common = old.size() <= COMPARED_MAX && now.size() <= COMPARED_MAX ? common(old, now) : null;
        int a = 0;
        int b = 0;
        while (common != null && a < old.size() && b < now.size()) {
            if (old.get(a).equals(now.get(b))) {
                steps.add(new Step(' ', old.get(a++)));
                b++;
            } else if (common[a + 1][b] >= common[a][b + 1]) {
                steps.add(new Step('-', old.get(a++)));
            } else {
                steps.add(new Step('+', now.get(b++)));
            }
        }
        old.subList(a, old.size()).forEach(line -> steps.add(new Step('-', line)));
        now.subList(b, now.size()).forEach(line -> steps.add(new Step('+', line)));
    }

    /** Returns how many lines the rests of two texts have in common, by where the rests start. */
    private static int[][] common(List<String> old, List<String> now) {
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int a = old.size() - 1; a >= 0; a--) {
            for (int b = now.size() - 1; b >= 0; b--) {
                common[a][b] = old.get(a).equals(now.get(b)) ? common[a + 1][b + 1] + 1
                        : Math.max(common[a + 1][b], common[a][b + 1]);
            }
        }
        return common;
    }

    private static List<String> lines(@Nullable Object value) {
        var json = new StringBuilder();
        append(json, value, "\n");
        return List.of(json.toString().split("\n"));
    }

    private static void append(StringBuilder json, @Nullable Object value, String newLine) {
        String inner = newLine + " ";
        if (value instanceof Map<?, ?> struct && !struct.isEmpty()) {
            String before = "{";
            for (Map.Entry<?, ?> field : struct.entrySet()) {
                json.append(before).append(inner).append(scalar(field.getKey())).append(": ");
                append(json, field.getValue(), inner);
                before = ",";
            }
            json.append(newLine).append('}');
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            String before = "[";
            for (Object item : list) {
                json.append(before).append(inner);
                append(json, item, inner);
                before = ",";
            }
            json.append(newLine).append(']');
        } else {
            json.append(scalar(value));
        }
    }

    private static String scalar(@Nullable Object value) {
        String list = FieldError.show(Collections.singletonList(value));
        return list.substring(1, list.length() - 1);
    }
}
