package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.GroupResource;
import org.junit.jupiter.api.Test;

class StoragePrefixesTest {

    private static final GroupResource SERVICES = new GroupResource("", "services");
    private static final GroupResource GADGETS = new GroupResource("example.org", "gadgets");

    @Test
    void theLongestPrefixSaysWhoseAKeyIs() {
        var prefixes = new StoragePrefixes();
        assertThat(prefixes.ofKey("/registry/services/specs/default/a")).isEmpty();
        prefixes.add("/registry/services/specs/", SERVICES);
        prefixes.add("/registry/services/", GADGETS);
        prefixes.add("/registry/example.org/gadgets/", GADGETS);
        assertThat(prefixes.ofKey("/registry/services/specs/default/a")).contains(SERVICES);
        assertThat(prefixes.ofKey("/registry/services/specs/")).contains(SERVICES);
        assertThat(prefixes.ofKey("/registry/services/specsdefault/a")).contains(GADGETS);
        assertThat(prefixes.ofKey("/registry/example.org/gadgets/a")).contains(GADGETS);
        assertThat(prefixes.ofKey("/registry/example.org/other/a")).isEmpty();
        assertThat(prefixes.ofKey("a")).isEmpty();
    }

    @Test
    void ofSeveralThatShareAPrefixTheFirstCounts() {
        var prefixes = new StoragePrefixes();
        prefixes.add("/registry/x/", SERVICES);
        prefixes.add("/registry/x/", GADGETS);
        assertThat(prefixes.ofKey("/registry/x/a")).contains(SERVICES);
    }
}
