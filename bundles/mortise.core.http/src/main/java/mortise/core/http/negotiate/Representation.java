package mortise.core.http.negotiate;

/**
 * The form a client wants an answer in.
 *
 * @param format how it is encoded
 * @param transform what is shown of objects
 * @param metaVersion version of the transformed kinds, {@code v1} or {@code v1beta1}; empty for plain objects
 * @param include what the rows of a table hold of their objects
 * @param pretty whether JSON is indented
 */
public record Representation(
        Format format, Transform transform, String metaVersion, IncludeObject include, boolean pretty) {

    /** Compact JSON of whole objects. */
    public static final Representation JSON =
            new Representation(Format.JSON, Transform.OBJECT, "", IncludeObject.METADATA, false);

    /** Encodings. */
    public enum Format {
        JSON("application/json"),
        YAML("application/yaml");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        /** Returns the media type that answers carry. */
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

    /** Returns the same form with indented JSON or without. */
    public Representation withPretty(boolean indented) {
        return indented == pretty ? this : new Representation(format, transform, metaVersion, include, indented);
    }

    /** Returns the same form with other table rows. */
    public Representation withInclude(IncludeObject included) {
        return included == include ? this : new Representation(format, transform, metaVersion, included, pretty);
    }
}
