package mortise.group.flowcontrol;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for which 0 means that nothing was written. They are removed here, so that the constant of the field's table
 * takes their place. Shares of concurrency are none of them: 0 of those is a wish.
 */
final class FlowcontrolDefaults {

    private FlowcontrolDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of(
                "flowcontrol.v1.FlowSchemaSpec", spec -> dropZeros(spec, List.of("matchingPrecedence")),
                "flowcontrol.v1.QueuingConfiguration",
                queuing -> dropZeros(queuing, List.of("queues", "handSize", "queueLengthLimit")));
    }

    private static void dropZeros(Map<String, @Nullable Object> struct, List<String> fields) {
        for (String field : fields) {
            if (struct.get(field) instanceof Long number && number == 0) {
                struct.remove(field);
            }
        }
    }
}
