package mortise.itests.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Objects in Protobuf, made by the server itself: it answers a dry run with one, and what tells the others from it
 * (number and namespace, always of the same length) is written into copies.
 */
final class ProtobufTemplate {

    static final String PREFIX = "proto-";
    private static final String NUMBER = "%09d";
    private static final long FIRST = 123_456_789;

    private final byte[] bytes;
    private final List<Integer> numbers;
    private final List<Integer> namespaces;

    private ProtobufTemplate(byte[] bytes) {
        this.bytes = bytes;
        this.numbers = places(NUMBER.formatted(FIRST));
        this.namespaces = places(Objects.namespace(FIRST));
    }

    private List<Integer> places(String text) {
        byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                places.add(i);
            }
        }
        return places;
    }

    /** Asks the server for one; its namespace must be there. */
    static ProtobufTemplate pod(Client client) throws IOException, InterruptedException {
        return of(client, podPath(FIRST), new String(Objects.podJson(PREFIX, FIRST, 0), StandardCharsets.UTF_8));
    }

    static ProtobufTemplate configMap(Client client) throws IOException, InterruptedException {
        return of(client, configMapPath(FIRST),
                new String(Objects.configMapJson(PREFIX, FIRST, 0), StandardCharsets.UTF_8));
    }

    private static ProtobufTemplate of(Client client, String path, String json)
            throws IOException, InterruptedException {
        Client.Answer answer = client.exchange(new Client.Request("POST", Objects.collection(path) + "?dryRun=All",
                Works.PROTOBUF, Client.Request.JSON, json.getBytes(StandardCharsets.UTF_8), false, true));
        if (!answer.isGood()) {
            throw new IOException("dry run -> " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return new ProtobufTemplate(answer.body());
    }

    static ProtobufTemplate of(byte[] bytes) {
        return new ProtobufTemplate(bytes);
    }

    static String podPath(long n) {
        return "/api/v1/namespaces/" + Objects.namespace(n) + "/pods/" + PREFIX + NUMBER.formatted(n);
    }

    static String configMapPath(long n) {
        return "/api/v1/namespaces/" + Objects.namespace(n) + "/configmaps/" + PREFIX + NUMBER.formatted(n);
    }

    /** The object of a number. */
    byte[] object(long n) {
        byte[] copy = bytes.clone();
        write(copy, numbers, NUMBER.formatted(n));
        write(copy, namespaces, Objects.namespace(n));
        return copy;
    }

    private static void write(byte[] copy, List<Integer> places, String text) {
        byte[] written = text.getBytes(StandardCharsets.US_ASCII);
        places.forEach(place -> System.arraycopy(written, 0, copy, place, written.length));
    }
}
