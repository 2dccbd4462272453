package mortise.group.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mortise.api.ApiObject;
import mortise.core.schema.Kinds;
import mortise.spi.group.Conversion;
import mortise.spi.group.ValueType;
import mortise.tck.group.RandomObjects;
import org.junit.jupiter.api.Test;

/** Conversions of objects with any fields. */
final class ResourceConversionTest {

    private static final long SEED = 20_260_731;
    private static final int OBJECTS = 300;

    private final Kinds kinds = Kinds.load(ResourceGroup.class).build();
    private final RandomObjects random = new RandomObjects(SEED);

    @Test
    void claimsLoseNothing() {
        keeps("resource.v1.ResourceClaim", "ResourceClaim", new FlatRequests("spec", "devices"));
    }

    @Test
    void templatesLoseNothing() {
        keeps("resource.v1.ResourceClaimTemplate", "ResourceClaimTemplate",
                new FlatRequests("spec", "spec", "devices"));
    }

    @Test
    void slicesLoseNothing() {
        keeps("resource.v1.ResourceSlice", "ResourceSlice", new BasicDevices());
    }

    @Test
    void oldClaimsLoseNothing() {
        keepsOld("resource.v1beta1.ResourceClaim", "ResourceClaim", new FlatRequests("spec", "devices"));
    }

    @Test
    void whatIsMovedHasItsFieldsInBothVersions() {
        fits("resource.v1beta1.ResourceClaim", "resource.v1.ResourceClaim", new FlatRequests("spec", "devices"));
        fits("resource.v1beta1.ResourceSlice", "resource.v1.ResourceSlice", new BasicDevices());
    }

    @Test
    void theOtherVersionsHaveTheSameFields() {
        for (String kind : List.of("DeviceClass", "ResourceClaim", "ResourceClaimTemplate", "ResourceSlice")) {
            assertThat(fields("resource.v1beta2." + kind)).as(kind).isEqualTo(fields("resource.v1." + kind));
        }
        assertThat(fields("resource.v1beta1.DeviceClass")).isEqualTo(fields("resource.v1.DeviceClass"));
        assertThat(fields("resource.v1alpha3.DeviceTaintRule")).isEqualTo(fields("resource.v1beta2.DeviceTaintRule"));
    }

    private String fields(String type) {
        var text = new StringBuilder();
        fields(ValueType.of(kinds.type(type)), text, 0);
        return text.toString();
    }

    private static void fields(ValueType type, StringBuilder text, int depth) {
        if (type.element() != null) {
            fields(type.element(), text, depth);
        }
        if (type.struct() != null && depth < 12) {
            type.struct().fields().forEach(field -> {
                text.append(field.name()).append(' ').append(field.type().kind()).append('\n');
                fields(field.type(), text, depth + 1);
            });
        }
    }

    /** A converted object of the old version has no field that the new version does not know. */
    private void fits(String oldType, String newType, Conversion conversion) {
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type(oldType), "v", "Any");
            conversion.toStored(object);
            assertThat(kinds.schema(newType).prune(object)).as("%d of seed %d", count, SEED).isEmpty();
        }
    }

    private void keepsOld(String type, String kind, Conversion conversion) {
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type(type), "v", kind);
            ApiObject before = object.deepCopy();
            conversion.toStored(object);
            conversion.fromStored(object);
            assertThat(object.tree()).as("%s %d of seed %d", kind, count, SEED).isEqualTo(before.tree());
        }
    }

    /** Without what the conversions of the core do: kind and version. */
    private void keeps(String type, String kind, Conversion conversion) {
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject object = random.object(kinds.type(type), "v", kind);
            ApiObject before = object.deepCopy();
            conversion.fromStored(object);
            conversion.toStored(object);
            assertThat(object.tree()).as("%s %d of seed %d", kind, count, SEED).isEqualTo(before.tree());
        }
    }
}
