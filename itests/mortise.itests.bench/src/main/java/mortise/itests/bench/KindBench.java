package mortise.itests.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.core.codec.CborDecoder;
import mortise.core.codec.CborEncoder;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.patch.apply.FieldOwnership;
import mortise.core.patch.apply.FieldWriter;
import mortise.core.patch.apply.KindVersions;
import mortise.group.core.CoreGroup;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.StructType;
import mortise.spi.operations.ServerNames;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the schema and the encodings cost a write or an answer, for objects of three sizes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class KindBench {

    private static final String CONFIG_MAP = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
            + "\"c\",\"namespace\":\"n\"},\"data\":{\"a\":\"" + "x".repeat(800) + "\"}}";
    private static final String SERVICE = "{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\","
            + "\"namespace\":\"n\"},\"spec\":{\"selector\":{\"app\":\"a\"},\"ports\":[{\"name\":\"http\",\"port\":80,"
            + "\"targetPort\":8080},{\"name\":\"dns\",\"port\":53,\"protocol\":\"UDP\",\"targetPort\":\"dns\"}]}}";

    private static final FieldWriter WRITER =
            new FieldWriter("bench", "v1", "", Instant.parse("2026-01-02T03:04:05Z"));

    /** The only version of a kind. */
    private record OneVersion(ObjectSchema schema) implements KindVersions {

        @Override
        public boolean serves(String apiVersion) {
            return apiVersion.equals("v1");
        }

        @Override
        public Optional<StructType> type(String apiVersion) {
            return schema.type();
        }

        @Override
        public ApiObject convert(ApiObject object, String apiVersion) {
            return object;
        }
    }

    /** The kind: 0.9 kB, 0.2 kB or 4.9 kB of JSON. */
    @Param({"configmaps", "services", "pods"})
    public String resource = "pods";

    private final List<ResourceDefinition> definitions =
            new CoreGroup(ServerNames.of("k8s.io", "kubernetes.io"), () -> {
                throw new IllegalStateException("nothing here asks for other objects");
            }).resources();

    private ObjectSchema schema = ObjectSchema.OPEN;
    private StructType type = StructType.of("none", List.of());
    private ResourceDefinition definition = definitions.get(0);
    private ApiObject created = new ApiObject(new LinkedHashMap<>());
    private FieldOwnership ownership = new FieldOwnership(new OneVersion(schema), List.of());
    private byte[] json = {};
    private byte[] protobuf = {};
    private byte[] cbor = {};

    /** Makes the forms of one object. */
    @Setup
    public void makeForms() {
        definition = definitions.stream().filter(known -> known.plural().equals(resource)).findFirst().orElseThrow();
        schema = definition.versions().get(0).schema();
        type = schema.type().orElseThrow();
        json = switch (resource) {
            case "configmaps" -> CONFIG_MAP.getBytes(StandardCharsets.UTF_8);
            case "services" -> SERVICE.getBytes(StandardCharsets.UTF_8);
            default -> SamplePod.sent(0);
        };
        ApiObject object = checked();
        created = object.deepCopy();
        ownership = new FieldOwnership(new OneVersion(schema), List.of(List.of("status")));
        protobuf = ProtobufEncoder.encode(object.tree(), type);
        cbor = CborEncoder.encode(JsonEncoder.encode(object.tree()));
        json = JsonEncoder.encode(object.tree());
    }

    /** What a body goes through before it is validated: types, unknown fields, defaults, what is always there. */
    @Benchmark
    public ApiObject checked() {
        ApiObject object = decoded();
        schema.prune(object);
        schema.applyDefaults(object);
        schema.complete(object);
        return object;
    }

    /** The same and the validation of the kind. */
    @Benchmark
    public Object validated() {
        ApiObject object = checked();
        return definition.strategy().validate(object, Optional.empty());
    }

    /** What of a valid new object the caller is warned of. */
    @Benchmark
    public Object warned() {
        return definition.strategy().warnings(created, Optional.empty());
    }

    /** Who owns which fields of a new object. */
    @Benchmark
    public ApiObject owned() {
        created.metadata().tree().remove("managedFields");
        ownership.track(created, Optional.empty(), WRITER);
        return created;
    }

    /** JSON to a tree. */
    @Benchmark
    @SuppressWarnings("unchecked")
    public ApiObject decoded() {
        return new ApiObject((Map<String, Object>) Objects.requireNonNull(
                JsonDecoder.decode(json, DecodeLimits.DEFAULT).value()));
    }

    /** JSON to Protobuf, as a list does once for each object. */
    @Benchmark
    public byte[] toProtobuf() {
        return ProtobufEncoder.encode(json, type);
    }

    /** Protobuf to a tree. */
    @Benchmark
    public Object fromProtobuf() {
        return ProtobufDecoder.decode(protobuf, 0, protobuf.length, type, DecodeLimits.DEFAULT);
    }

    /** CBOR to a tree. */
    @Benchmark
    public Object fromCbor() {
        return CborDecoder.decode(cbor, DecodeLimits.DEFAULT);
    }
}
