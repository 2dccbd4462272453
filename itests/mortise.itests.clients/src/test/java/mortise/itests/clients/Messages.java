package mortise.itests.clients;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Admissionregistration;
import io.kubernetes.client.proto.V1Apiextensions;
import io.kubernetes.client.proto.V1Apps;
import io.kubernetes.client.proto.V1Autoscaling;
import io.kubernetes.client.proto.V1Batch;
import io.kubernetes.client.proto.V1Certificates;
import io.kubernetes.client.proto.V1Coordination;
import io.kubernetes.client.proto.V1Discovery;
import io.kubernetes.client.proto.V1Events;
import io.kubernetes.client.proto.V1Flowcontrol;
import io.kubernetes.client.proto.V1Networking;
import io.kubernetes.client.proto.V1Node;
import io.kubernetes.client.proto.V1Policy;
import io.kubernetes.client.proto.V1Rbac;
import io.kubernetes.client.proto.V1Resource;
import io.kubernetes.client.proto.V1Scheduling;
import io.kubernetes.client.proto.V1Storage;
import io.kubernetes.client.proto.V1alpha1Apiserverinternal;
import io.kubernetes.client.proto.V1beta1Admissionregistration;
import io.kubernetes.client.proto.V1beta1Certificates;
import io.kubernetes.client.proto.V1beta1Storage;
import io.kubernetes.client.proto.V1beta1Storagemigration;
import io.kubernetes.client.proto.V2Autoscaling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The protobuf messages of the kinds, as far as the official Java client has them. */
final class Messages {

    private static final List<FileDescriptor> FILES = List.of(V1.getDescriptor(),
            V1Admissionregistration.getDescriptor(), V1Apiextensions.getDescriptor(), V1Apps.getDescriptor(),
            V1Autoscaling.getDescriptor(), V1Batch.getDescriptor(), V1Certificates.getDescriptor(),
            V1Coordination.getDescriptor(), V1Discovery.getDescriptor(), V1Events.getDescriptor(),
            V1Flowcontrol.getDescriptor(), V1Networking.getDescriptor(), V1Node.getDescriptor(),
            V1Policy.getDescriptor(), V1Rbac.getDescriptor(), V1Resource.getDescriptor(),
            V1Scheduling.getDescriptor(), V1Storage.getDescriptor(), V1alpha1Apiserverinternal.getDescriptor(),
            V1beta1Admissionregistration.getDescriptor(), V1beta1Certificates.getDescriptor(),
            V1beta1Storage.getDescriptor(), V1beta1Storagemigration.getDescriptor(), V2Autoscaling.getDescriptor());

    /** Folders of groups that are not called like the first word of the group. */
    private static final Map<String, String> FOLDERS = Map.of("", "core", "internal", "apiserverinternal");

    /** What the server has filled in and a creation must not have. */
    private static final Set<String> SERVERS_OWN =
            Set.of("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields");

    private Messages() {
    }

    /** A builder of the kind's message, or of the list of its kind. */
    static Optional<Message.Builder> builder(Kind kind, String suffix) {
        String folder = kind.group().split("\\.")[0];
        String end = "." + FOLDERS.getOrDefault(folder, folder) + "." + kind.version();
        for (FileDescriptor file : FILES) {
            if (file.getPackage().endsWith(end)) {
                Descriptor message = file.findMessageTypeByName(kind.name() + suffix);
                return Optional.ofNullable(message).map(DynamicMessage::newBuilder);
            }
        }
        return Optional.empty();
    }

    /** A field of a message, by its name. */
    static Object field(Message message, String name) {
        return message.getField(message.getDescriptorForType().findFieldByName(name));
    }

    /** The name in the metadata of an object. */
    static String name(Message object) {
        return (String) field((Message) field(object, "metadata"), "name");
    }

    /** The object as it can be created again. */
    static Message fresh(Message object) {
        var metadata = ((Message) field(object, "metadata")).toBuilder();
        for (var field : metadata.getDescriptorForType().getFields()) {
            if (SERVERS_OWN.contains(field.getName())) {
                metadata.clearField(field);
            }
        }
        var builder = object.toBuilder();
        var fields = object.getDescriptorForType();
        builder.setField(fields.findFieldByName("metadata"), metadata.build());
        return builder.build();
    }
}
