package mortise.tck.operations;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** Makes configurations as Declarative Services does, of what is given and the defaults of the rest. */
public final class Configurations {

    private Configurations() {
    }

    /**
     * Returns a configuration.
     *
     * @param type annotation type of the component's settings
     * @param values of the type that the key has, or text with commas for a list; by key, for example
     *     {@code audit.log.path}, or {@code audit_log_path}
     * @throws IllegalArgumentException when there is no such key
     */
    public static <T> T of(Class<T> type, Map<String, ?> values) {
        var unknown = new HashMap<String, Object>();
        values.forEach((key, value) -> unknown.put(key.replace('.', '_'), value));
        var given = new HashMap<String, Object>();
        for (Method method : type.getDeclaredMethods()) {
            Object value = unknown.remove(method.getName());
            if (value != null) {
                boolean list = method.getReturnType() == String[].class && value instanceof String;
                given.put(method.getName(), list ? ((String) value).split(",") : value);
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(type.getSimpleName() + " has no keys " + unknown.keySet());
        }
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals("annotationType") ? type
                        : given.getOrDefault(method.getName(), method.getDefaultValue())));
    }
}
