package mortise.tck.operations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import mortise.spi.operations.EndpointRequest;

/** Requests to send to an endpoint. */
final class EndpointRequests {

    private static final List<String> HEADERS = List.of(
            "accept", "accept-encoding", "if-none-match", "if-modified-since", "user-agent", "range", "x-none");
    private static final List<String> PARAMETERS = List.of(
            "verbose", "exclude", "hash", "pretty", "timeout", "watch", "limit", "continue");
    private static final List<String> TEXTS = List.of(
            "", " ", ",", ";", "*/*", "*/*;q=0", "application/json", "application/json;as=Table;g=meta.k8s.io;v=v1",
            "text/plain;q=x,,;", ";;=;q=", "\"", "W/\"x\"", "*", "..", "../..", "%2F", "a/b", "//", "{}", "<b>", "-1",
            "true", "\r\nx-made: up", "\u0000", "\ud800");

    private EndpointRequests() {
    }

    /** Returns every path that is to be answered well. */
    static List<String> paths(List<String> declared, List<String> served) {
        List<String> paths = new ArrayList<>(declared);
        paths.removeIf(EndpointRequests::isPattern);
        paths.addAll(served);
        return paths;
    }

    /** Returns a request that reaches the endpoint, since its path is declared, and of which nothing else is sound. */
    static EndpointRequest garbage(Random random, List<String> declared, List<String> served) {
        List<String> paths = new ArrayList<>(declared);
        paths.addAll(served);
        String path = pick(random, paths);
        if (isPattern(path)) {
            path = path.substring(0, path.length() - 1) + text(random);
        }
        return new EndpointRequest(path, values(random, PARAMETERS), values(random, HEADERS));
    }

    private static boolean isPattern(String path) {
        return path.endsWith("/*");
    }

    private static Map<String, List<String>> values(Random random, List<String> known) {
        Map<String, List<String>> values = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String name = random.nextInt(5) > 0 ? pick(random, known) : text(random).toLowerCase(Locale.ROOT);
            List<String> some = new ArrayList<>();
            for (int j = random.nextInt(4); j > 0; j--) {
                some.add(text(random));
            }
            values.put(name, some);
        }
        return values;
    }

    private static String text(Random random) {
        if (random.nextInt(3) > 0) {
            return pick(random, TEXTS);
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(300); i > 0; i--) {
            text.append((char) random.nextInt(0x10000));
        }
        return text.toString();
    }

    private static String pick(Random random, List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}
