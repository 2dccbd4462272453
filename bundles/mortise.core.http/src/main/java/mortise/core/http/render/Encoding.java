package mortise.core.http.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import mortise.core.codec.CborEncoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MetaMessages;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.YamlEncoder;
import mortise.core.http.negotiate.Representation;

/** What the formats of answers have in common, whatever they show: errors and the frames of events. */
enum Encoding {

    JSON {
        @Override
        byte[] status(byte[] json, boolean pretty) {
            return joined(pretty ? JsonEncoder.pretty(json) : json, Fragments.NEWLINE);
        }

        @Override
        byte[] event(String type, Part object, int length) {
            return written(length + 64, out -> {
                out.write(Fragments.bytes("{\"type\":\"" + type + "\",\"object\":"));
                object.write(out);
                out.write(Fragments.EVENT_END);
            });
        }
    },

    YAML {
        @Override
        byte[] status(byte[] json, boolean pretty) {
            return YamlEncoder.encode(json);
        }

        @Override
        byte[] event(String type, Part object, int length) {
            throw new IllegalStateException("there are no watches in YAML");
        }
    },

    PROTOBUF {
        @Override
        byte[] status(byte[] json, boolean pretty) {
            return ProtobufEnvelope.wrap("v1", "Status", ProtobufEncoder.encode(json, MetaMessages.STATUS));
        }

        @Override
        byte[] event(String type, Part object, int length) {
            return MetaMessages.watchFrame(type, written(length, object));
        }

        @Override
        int lengthBytes() {
            return 4;
        }
    },

    CBOR {
        @Override
        byte[] status(byte[] json, boolean pretty) {
            return joined(CborEncoder.selfDescribed(), CborEncoder.encode(json));
        }

        @Override
        byte[] event(String type, Part object, int length) {
            byte[] head = CborEncoder.encode(Fragments.bytes("{\"type\":\"" + type + "\",\"object\":null}"));
            return written(length + 64, out -> {
                out.write(CborEncoder.selfDescribed());
                // The object stands where the last byte of the head says null.
                out.write(head, 0, head.length - 1);
                object.write(out);
            });
        }
    };

    /** A part of an answer that writes itself. */
    interface Part {
        void write(OutputStream out) throws IOException;
    }

    static Encoding of(Representation representation) {
        return valueOf(representation.format().name());
    }

    /** Returns the whole body of an answer that is a status, made of compact JSON. */
    abstract byte[] status(byte[] json, boolean pretty);

    /** Returns a status as the object of an event, made of compact JSON. */
    byte[] bareStatus(byte[] json) {
        return this == JSON ? json : this == CBOR ? CborEncoder.encode(json) : status(json, false);
    }

    /**
     * Returns the frame of a watch event.
     *
     * @param object writes the object in this encoding
     * @param length how many bytes that will be, about
     */
    abstract byte[] event(String type, Part object, int length);

    /** Returns how many bytes at the begin of an event's frame tell how long it is. */
    int lengthBytes() {
        return 0;
    }

    /** Returns what a part writes. */
    static byte[] written(int length, Part part) {
        var out = new ByteArrayOutputStream(length);
        try {
            part.write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return written(first.length + second.length, out -> {
            out.write(first);
            out.write(second);
        });
    }
}
