package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mortise.api.GroupVersionKind;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.StoredObject;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.storage.Commit;
import org.junit.jupiter.api.Test;

/** Values in protobuf, as kube-apiserver writes them. */
final class StoredFormTest {

    private static StoredForm form(TestServer server, String plural, boolean protobuf) {
        ResourceDefinition definition = server.resource(plural).definition();
        String group = server.resource(plural).version().group();
        var forms = new KnownForms(group, definition, kind -> List.of());
        GroupVersionKind kind = ResourceState.storedKind(group, definition);
        return new StoredForm(forms, kind, protobuf);
    }

    /** By hand, as etcdctl would show it: a ConfigMap a in default with the datum k=v and a few empty fields. */
    private static byte[] byHand() {
        byte[] metadata = message(text(1, "a"), text(2, ""), text(3, "default"), text(4, ""), text(5, "u-1"),
                text(6, ""), new byte[] {0x38, 0x00}, text(8, ""));
        byte[] map = message(bytes(1, metadata), bytes(2, message(text(1, "k"), text(2, "v"))));
        return message("k8s\0".getBytes(StandardCharsets.US_ASCII),
                bytes(1, message(text(1, "v1"), text(2, "ConfigMap"))), bytes(2, map), text(3, ""), text(4, ""));
    }

    private static byte[] text(int number, String text) {
        return bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(int number, byte[] content) {
        return message(new byte[] {(byte) (number << 3 | 2), (byte) content.length}, content);
    }

    private static byte[] message(byte[]... parts) {
        var whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    @Test
    void aValueInProtobufIsReadAsOneInJson() {
        try (var server = new TestServer()) {
            String json = new String(form(server, "configmaps", false).read(byHand()), StandardCharsets.UTF_8);
            assertThat(json).isEqualTo("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                    + "\"namespace\":\"default\",\"uid\":\"u-1\"},\"data\":{\"k\":\"v\"}}");
        }
    }

    @Test
    void clientsSeeBothForms() {
        try (var server = new TestServer()) {
            Commits.run(server.store, Commit.create("/registry/configmaps/default/a", byHand()));
            var object = server.objects().get(new mortise.api.GroupVersion("", "v1"), "configmaps", "default", "a")
                    .orElseThrow();
            assertThat(object.textAt("data", "k")).isEqualTo("v");
            object.structAt("data").put("k", "w");
            server.objects().update(new mortise.api.GroupVersion("", "v1"), "configmaps", object);
            assertThat(new String(server.store.get("/registry/configmaps/default/a", 0).orElseThrow().value(),
                    StandardCharsets.UTF_8)).startsWith("{").contains("\"k\":\"w\"");
        }
    }

    @Test
    void whatIsWrittenInProtobufIsReadAsItWas() {
        try (var server = new TestServer()) {
            server.create("deployments", "default", """
                    {'metadata':{'name':'d','labels':{'a':'b'}},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':
                    {'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}""");
            byte[] json = server.store.get("/registry/deployments/default/d", 0).orElseThrow().value();
            StoredForm form = form(server, "deployments", true);
            byte[] stored = form.write(json);
            assertThat(ProtobufEnvelope.isEnveloped(stored)).isTrue();
            assertThat(stored.length).isLessThan(json.length);
            assertThat(StoredObject.read(form.read(stored)).bodyAt(7)).asString(StandardCharsets.UTF_8)
                    .isEqualTo(new String(StoredObject.read(json).bodyAt(7), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aBrokenEnvelopeIsLeftForThoseWhoReportCorruptValues() {
        try (var server = new TestServer()) {
            byte[] broken = "k8s\0 and nothing else".getBytes(StandardCharsets.US_ASCII);
            assertThat(form(server, "configmaps", false).read(broken)).isSameAs(broken);
        }
    }
}
