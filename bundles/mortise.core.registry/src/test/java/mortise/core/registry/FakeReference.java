package mortise.core.registry;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import mortise.spi.admission.AdmissionProperties;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** A reference to a service that has only properties. */
final class FakeReference<T> implements ServiceReference<T> {

    private final Map<String, Object> properties;
    private final int ranking;

    FakeReference(int ranking, Map<String, Object> properties) {
        this.properties = properties;
        this.ranking = ranking;
    }

    /** Returns a reference to a plug-in of a name. */
    static <T> FakeReference<T> named(String name, int ranking) {
        return new FakeReference<>(ranking, Map.of(AdmissionProperties.NAME, name));
    }

    @Override
    public @Nullable Object getProperty(String key) {
        return properties.get(key);
    }

    @Override
    public String[] getPropertyKeys() {
        return properties.keySet().toArray(String[]::new);
    }

    @Override
    public @Nullable Bundle getBundle() {
        return null;
    }

    @Override
    public Bundle[] getUsingBundles() {
        return new Bundle[0];
    }

    @Override
    public boolean isAssignableTo(Bundle bundle, String className) {
        return true;
    }

    @Override
    public int compareTo(Object other) {
        int byRanking = Integer.compare(ranking, ((FakeReference<?>) other).ranking);
        return byRanking != 0 ? byRanking : Integer.compare(hashCode(), other.hashCode());
    }

    @Override
    public Dictionary<String, Object> getProperties() {
        return new Hashtable<>(properties);
    }

    @Override
    public <A> @Nullable A adapt(Class<A> type) {
        return null;
    }
}
