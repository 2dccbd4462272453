package mortise.core.http.jetty;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/** The headers of a request by lower-case name. Single values are looked up in place; walking it copies them once. */
final class HeaderView extends AbstractMap<String, List<String>> {

    private final HttpFields fields;
    private @Nullable Map<String, List<String>> copy;

    HeaderView(HttpFields fields) {
        this.fields = fields;
    }

    @Override
    public @Nullable List<String> get(@Nullable Object name) {
        if (!(name instanceof String text)) {
            return null;
        }
        List<String> values = fields.getValuesList(text);
        return values.isEmpty() ? null : values;
    }

    @Override
    public List<String> getOrDefault(@Nullable Object name, List<String> otherwise) {
        List<String> values = get(name);
        return values == null ? otherwise : values;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return name instanceof String text && fields.contains(text);
    }

    @Override
    public synchronized Set<Entry<String, List<String>>> entrySet() {
        if (copy == null) {
            var all = new LinkedHashMap<String, List<String>>();
            for (HttpField field : fields) {
                all.computeIfAbsent(field.getLowerCaseName().toLowerCase(Locale.ROOT), name -> new ArrayList<>(1))
                        .add(field.getValue() == null ? "" : field.getValue());
            }
            copy = Collections.unmodifiableMap(all);
        }
        return copy.entrySet();
    }
}
