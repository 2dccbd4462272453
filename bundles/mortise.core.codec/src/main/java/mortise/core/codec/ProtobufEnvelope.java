package mortise.core.codec;

import java.util.Arrays;

/**
 * The frame that objects in protobuf travel in: {@code k8s}, a zero byte, and a message that names kind and version and
 * holds the object's own message.
 */
public final class ProtobufEnvelope {

    private static final byte[] PREFIX = {'k', '8', 's', 0};
    private static final byte[] TAIL = {0x1a, 0, 0x22, 0};

    private static final int TYPE_META = 1;
    private static final int RAW = 2;
    private static final int CONTENT_ENCODING = 3;
    private static final int CONTENT_TYPE = 4;

    private ProtobufEnvelope() {
    }

    /**
     * What an envelope holds.
     *
     * @param apiVersion version in the form {@code apps/v1}, or empty
     * @param kind kind, or empty
     * @param contentEncoding how the content is compressed; empty for not at all
     * @param contentType what the content is; empty for protobuf
     * @param bytes the whole body; not a copy
     * @param from where the content begins
     * @param to where the content ends
     */
    public record Opened(
            String apiVersion, String kind, String contentEncoding, String contentType, byte[] bytes, int from,
            int to) {

        /**
         * Returns the content when it is JSON.
         *
         * @throws MalformedBodyException when it is something else
         */
        byte[] embeddedJson() {
            if (contentType.equals("application/json") && contentEncoding.isEmpty()) {
                return Arrays.copyOfRange(bytes, from, to);
            }
            throw new MalformedBodyException("an embedded object of kind " + kind + " is not JSON");
        }
    }

    /** Says whether bytes begin as an envelope does. */
    public static boolean isEnveloped(byte[] body) {
        return ByteScan.startsWith(body, 0, PREFIX);
    }

    /** Returns what stands before an object of a known length. */
    public static byte[] head(String apiVersion, String kind, long length) {
        var output = new ProtobufOutput(64);
        output.raw(PREFIX, 0, PREFIX.length);
        output.tag(TYPE_META, ProtobufOutput.DELIMITED);
        int mark = output.begin();
        output.tag(1, ProtobufOutput.DELIMITED);
        output.text(apiVersion);
        output.tag(2, ProtobufOutput.DELIMITED);
        output.text(kind);
        output.end(mark);
        output.tag(RAW, ProtobufOutput.DELIMITED);
        output.varint(length);
        return output.toBytes();
    }

    /** Returns what stands behind an object; a new array. */
    public static byte[] tail() {
        return TAIL.clone();
    }

    /** Returns an object in its envelope. */
    public static byte[] wrap(String apiVersion, String kind, byte[] message) {
        byte[] head = head(apiVersion, kind, message.length);
        byte[] whole = Arrays.copyOf(head, head.length + message.length + TAIL.length);
        System.arraycopy(message, 0, whole, head.length, message.length);
        System.arraycopy(TAIL, 0, whole, head.length + message.length, TAIL.length);
        return whole;
    }

    /**
     * Opens an envelope.
     *
     * @throws MalformedBodyException when the bytes are none
     */
    public static Opened open(byte[] body) {
        if (!isEnveloped(body)) {
            throw new MalformedBodyException(body.length == 0 ? "empty data"
                    : "provided data does not appear to be a protobuf message, expected prefix "
                            + Arrays.toString(PREFIX).replace(",", ""));
        }
        if (body.length == PREFIX.length) {
            throw new MalformedBodyException("empty body");
        }
        var reader = new Reader(new ProtobufInput(body, PREFIX.length), body);
        reader.unknown(body.length);
        return new Opened(reader.apiVersion, reader.kind, reader.encoding, reader.type, body, reader.from, reader.to);
    }

    /** Reads the fields of the outer message. */
    private static final class Reader {

        private final ProtobufInput input;
        private String apiVersion = "";
        private String kind = "";
        private String encoding = "";
        private String type = "";
        private int from;
        private int to;

        Reader(ProtobufInput input, byte[] body) {
            this.input = input;
            this.from = body.length;
            this.to = body.length;
        }

        void unknown(int end) {
            while (input.position() < end) {
                int tag = input.tag(end);
                boolean delimited = (tag & 7) == ProtobufOutput.DELIMITED;
                switch (delimited ? tag >>> 3 : 0) {
                    case TYPE_META -> typeMeta(input.delimitedEnd(end));
                    case RAW -> {
                        to = input.delimitedEnd(end);
                        from = input.position();
                        input.moveTo(to);
                    }
                    case CONTENT_ENCODING -> encoding = input.text(end);
                    case CONTENT_TYPE -> type = input.text(end);
                    default -> input.skip(tag & 7, end);
                }
            }
        }

        private void typeMeta(int end) {
            while (input.position() < end) {
                int tag = input.tag(end);
                boolean delimited = (tag & 7) == ProtobufOutput.DELIMITED;
                switch (delimited ? tag >>> 3 : 0) {
                    case 1 -> apiVersion = input.text(end);
                    case 2 -> kind = input.text(end);
                    default -> input.skip(tag & 7, end);
                }
            }
        }
    }
}
