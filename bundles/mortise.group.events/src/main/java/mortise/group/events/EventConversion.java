package mortise.group.events;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.spi.group.Conversion;
import org.jspecify.annotations.Nullable;

/** Between the names that events have here and those of the core group, in which they are stored. */
final class EventConversion implements Conversion {

    /** Names here, by name in the store. All others are the same. */
    private static final Map<String, String> SHOWN = Map.of(
            "involvedObject", "regarding",
            "message", "note",
            "reportingComponent", "reportingController",
            "source", "deprecatedSource",
            "firstTimestamp", "deprecatedFirstTimestamp",
            "lastTimestamp", "deprecatedLastTimestamp",
            "count", "deprecatedCount");

    private static final Map<String, String> STORED = new LinkedHashMap<>();

    static {
        SHOWN.forEach((stored, shown) -> STORED.put(shown, stored));
    }

    @Override
    public void fromStored(ApiObject object) {
        rename(object.tree(), SHOWN);
        // Stored events always have these two, shown ones only when they say something.
        object.tree().remove("reportingController", "");
        object.tree().remove("reportingInstance", "");
    }

    @Override
    public void toStored(ApiObject object) {
        rename(object.tree(), STORED);
    }

    private static void rename(Map<String, @Nullable Object> event, Map<String, String> names) {
        var renamed = new LinkedHashMap<String, @Nullable Object>();
        event.forEach((field, value) -> renamed.put(names.getOrDefault(field, field), value));
        event.clear();
        event.putAll(renamed);
    }
}
