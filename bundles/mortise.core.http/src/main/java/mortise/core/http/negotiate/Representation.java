package mortise.core.http.negotiate;

/**
 * The form a client wants an answer in.
 *
 * @param format how it is encoded
 * @param mediaType what answers say they are: the name that the client used, where there are two
 * @param transform what is shown of objects
 * @param metaVersion API version of the transformed kinds, such as {@code meta.k8s.io/v1}; empty for plain objects
 * @param include what the rows of a table hold of their objects
 * @param pretty whether JSON is indented
 */
public record Representation(
        Format format, String mediaType, Transform transform, String metaVersion, IncludeObject include,
        boolean pretty) {

    /** Compact JSON of whole objects. */
    public static final Representation JSON =
            Representation.of(Format.JSON, Format.JSON.mediaType());

    /** Encodings. */
    public enum Format {
        JSON("application/json"),
        YAML("application/yaml"),
        PROTOBUF("application/vnd.kubernetes.protobuf"),
        CBOR("application/cbor");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        /** Returns the usual name of the media type. */
        public String mediaType() {
            return mediaType;
        }
    }

    /** What is shown of objects. */
    public enum Transform {
        /** The whole object. */
        OBJECT,
        /** A row of cells for each object. */
        TABLE,
        /** Only the metadata. */
        METADATA
    }

    /** What the rows of a table hold of their objects. */
    public enum IncludeObject {
        NONE, METADATA, OBJECT
    }

    /** Returns whole objects in a format. */
    public static Representation of(Format format, String mediaType) {
        return new Representation(format, mediaType, Transform.OBJECT, "", IncludeObject.METADATA, false);
    }

    /** Returns what the answer to a watch says it is. */
    public String streamType() {
        return switch (format) {
            case PROTOBUF -> mediaType + ";stream=watch";
            case CBOR -> "application/cbor-seq";
            default -> mediaType;
        };
    }

    /** Returns the same form with indented JSON or without. */
    public Representation withPretty(boolean indented) {
        return indented == pretty ? this : with(include, indented);
    }

    /** Returns the same form with other table rows. */
    public Representation withInclude(IncludeObject included) {
        return included == include ? this : with(included, pretty);
    }

    private Representation with(IncludeObject included, boolean indented) {
        return new Representation(format, mediaType, transform, metaVersion, included, indented);
    }
}
