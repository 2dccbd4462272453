package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoredMetadataTest {

    private static Map<String, @Nullable Object> read(String metadata) {
        String object = "{'kind':'Pod','apiVersion':'v1','metadata':{" + metadata + "},'spec':{'a':['}']}}";
        StoredObject stored = StoredObject.read(object.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return StoredMetadata.read(stored.bodyAt(7), stored.metadataLength(7));
    }

    @Test
    void everythingButManagedFieldsIsRead() {
        assertThat(read("'name':'a','uid':'u','finalizers':['x','}'],'managedFields':[{'f':{'k:{}':'\\'}'}}],"
                + "'ownerReferences':[{'uid':'o'}]")).isEqualTo(Map.of("name", "a", "uid", "u", "resourceVersion", "7",
                "finalizers", List.of("x", "}"), "ownerReferences", List.of(Map.of("uid", "o"))));
    }

    @Test
    void managedFieldsMayStandAnywhere() {
        Map<String, Object> rest = Map.of("name", "a", "resourceVersion", "7");
        assertThat(read("'managedFields':[{}],'name':'a'")).isEqualTo(rest);
        assertThat(read("'name':'a','managedFields':[]")).isEqualTo(rest);
        assertThat(read("'managedFields':[]")).isEqualTo(Map.of("resourceVersion", "7"));
    }

    @Test
    void whatIsManagedByNameOnlyIsKept() {
        assertThat(read("'annotations':{'managedFields':'kept'}"))
                .containsEntry("annotations", Map.of("managedFields", "kept"));
    }
}
