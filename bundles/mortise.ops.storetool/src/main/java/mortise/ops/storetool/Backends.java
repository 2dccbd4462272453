package mortise.ops.storetool;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreData;

/** The backends that are installed, by name. */
record Backends(List<Map.Entry<Map<String, Object>, StoreData>> all) {

    /**
     * Returns the data of one.
     *
     * @param flag that names it, for the message
     * @throws IllegalArgumentException when none has that name
     */
    StoreData named(String name, String flag) {
        var names = new TreeSet<String>();
        for (Map.Entry<Map<String, Object>, StoreData> entry : all) {
            String backend = String.valueOf(entry.getKey().get(Store.BACKEND));
            if (backend.equals(name)) {
                return entry.getValue();
            }
            names.add(backend);
        }
        throw new IllegalArgumentException("bad value \"" + name + "\" for flag " + flag + ": it must be one of "
                + String.join(", ", names));
    }
}
