package mortise.build.schema;

import java.util.List;

/** The tables and the libraries do not fit together. The message has one line for each thing that is wrong. */
public final class SchemaException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SchemaException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
