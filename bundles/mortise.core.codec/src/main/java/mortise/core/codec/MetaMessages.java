package mortise.core.codec;

import java.util.List;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/** The messages that answers and requests of every kind are made of, and lists and events piece by piece. */
public final class MetaMessages {

    private static final StructType LIST_META = StructType.of("ListMeta", List.of(
            Field.of("selfLink", 1, ValueType.STRING),
            Field.of("resourceVersion", 2, ValueType.STRING),
            Field.of("continue", 3, ValueType.STRING),
            Field.of("remainingItemCount", 4, ValueType.INT64)));

    private static final StructType CAUSE = StructType.of("StatusCause", List.of(
            Field.of("reason", 1, ValueType.STRING),
            Field.of("message", 2, ValueType.STRING),
            Field.of("field", 3, ValueType.STRING)));

    private static final StructType DETAILS = StructType.of("StatusDetails", List.of(
            Field.of("name", 1, ValueType.STRING),
            Field.of("group", 2, ValueType.STRING),
            Field.of("kind", 3, ValueType.STRING),
            Field.of("causes", 4, ValueType.listOf(ValueType.of(CAUSE))),
            Field.of("retryAfterSeconds", 5, ValueType.INT32),
            Field.of("uid", 6, ValueType.STRING)));

    private static final StructType PRECONDITIONS = StructType.of("Preconditions", List.of(
            Field.of("uid", 1, ValueType.STRING),
            Field.of("resourceVersion", 2, ValueType.STRING)));

    /** The kind Status. */
    public static final StructType STATUS = StructType.of("Status", List.of(
            Field.of("metadata", 1, ValueType.of(LIST_META)),
            Field.of("status", 2, ValueType.STRING),
            Field.of("message", 3, ValueType.STRING),
            Field.of("reason", 4, ValueType.STRING),
            Field.of("details", 5, ValueType.of(DETAILS)),
            Field.of("code", 6, ValueType.INT32)));

    /** The kind DeleteOptions. */
    public static final StructType DELETE_OPTIONS = StructType.of("DeleteOptions", List.of(
            Field.of("gracePeriodSeconds", 1, ValueType.INT64),
            Field.of("preconditions", 2, ValueType.of(PRECONDITIONS)),
            Field.of("orphanDependents", 3, ValueType.BOOLEAN),
            Field.of("propagationPolicy", 4, ValueType.STRING),
            Field.of("dryRun", 5, ValueType.listOf(ValueType.STRING)),
            Field.of("ignoreStoreReadErrorWithClusterBreakingPotential", 6, ValueType.BOOLEAN)));

    /** A list without its items, whatever they are. */
    public static final StructType LIST_HEAD =
            StructType.of("List", List.of(Field.of("metadata", 1, ValueType.of(LIST_META))));

    private static final int ITEMS = 2;

    private MetaMessages() {
    }

    /** Returns the type of objects that show nothing but their metadata. */
    public static StructType onlyMetadata(ValueType metadata) {
        return StructType.of("PartialObjectMetadata", List.of(Field.of("metadata", 1, metadata)));
    }

    /** Returns what stands before an item of a list that has so many bytes. */
    public static byte[] itemHead(int length) {
        var output = new ProtobufOutput(16);
        output.tag(ITEMS, ProtobufOutput.DELIMITED);
        output.varint(length);
        return output.toBytes();
    }

    /** Returns how many bytes an item of a list takes with what stands before it. */
    public static long itemLength(int length) {
        return 1L + ProtobufOutput.varintSize(length) + length;
    }

    /** Returns the frame of a watch event: four bytes with its length, highest first, and the message WatchEvent. */
    public static byte[] watchFrame(String type, byte[] envelopedObject) {
        var output = new ProtobufOutput(envelopedObject.length + 32);
        output.raw(new byte[4], 0, 4);
        output.tag(1, ProtobufOutput.DELIMITED);
        output.text(type);
        output.tag(2, ProtobufOutput.DELIMITED);
        int mark = output.begin();
        output.tag(1, ProtobufOutput.DELIMITED);
        output.delimited(envelopedObject, 0, envelopedObject.length);
        output.end(mark);
        byte[] frame = output.toBytes();
        int size = frame.length - 4;
        for (int i = 0; i < 4; i++) {
            frame[i] = (byte) (size >> 24 - 8 * i);
        }
        return frame;
    }
}
