package mortise.group.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/** Structs of this group as messages show them: every field, with the names they have inside kube-apiserver. */
final class Shown {

    /**
     * A type per line and its fields: {@code Name=json:type}. {@code s} is a text and {@code i} a number that are shown
     * when absent; {@code []} starts a list and {@code *} a struct that may be absent.
     */
    private static final String TYPES = """
            ResourceClaimSpec Devices=devices:DeviceClaim
            DeviceClaim Requests=requests:[]DeviceRequest Constraints=constraints:[]DeviceConstraint \
            Config=config:[]DeviceClaimConfiguration
            DeviceRequest Name=name:s Exactly=exactly:*ExactDeviceRequest \
            FirstAvailable=firstAvailable:[]DeviceSubRequest
            ExactDeviceRequest DeviceClassName=deviceClassName:s Selectors=selectors:[]DeviceSelector \
            AllocationMode=allocationMode:s Count=count:i AdminAccess=adminAccess \
            Tolerations=tolerations:[]DeviceToleration Capacity=capacity:*CapacityRequirements
            DeviceSubRequest Name=name:s DeviceClassName=deviceClassName:s Selectors=selectors:[]DeviceSelector \
            AllocationMode=allocationMode:s Count=count:i Tolerations=tolerations:[]DeviceToleration \
            Capacity=capacity:*CapacityRequirements
            DeviceSelector CEL=cel:*CELDeviceSelector
            CELDeviceSelector Expression=expression:s
            DeviceToleration Key=key:s Operator=operator:s Value=value:s Effect=effect:s \
            TolerationSeconds=tolerationSeconds
            CapacityRequirements Requests=requests
            DeviceConstraint Requests=requests MatchAttribute=matchAttribute DistinctAttribute=distinctAttribute
            DeviceClaimConfiguration Requests=requests Opaque=opaque:*OpaqueDeviceConfiguration
            OpaqueDeviceConfiguration Driver=driver:s Parameters=parameters
            AllocationResult Devices=devices:DeviceAllocationResult NodeSelector=nodeSelector:*NodeSelector \
            AllocationTimestamp=allocationTimestamp
            DeviceAllocationResult Results=results:[]DeviceRequestAllocationResult \
            Config=config:[]DeviceAllocationConfiguration
            DeviceRequestAllocationResult Request=request:s Driver=driver:s Pool=pool:s Device=device:s \
            AdminAccess=adminAccess Tolerations=tolerations:[]DeviceToleration BindingConditions=bindingConditions \
            BindingFailureConditions=bindingFailureConditions ShareID=shareID ConsumedCapacity=consumedCapacity
            DeviceAllocationConfiguration Source=source:s Requests=requests Opaque=opaque:*OpaqueDeviceConfiguration
            NodeSelector NodeSelectorTerms=nodeSelectorTerms:[]NodeSelectorTerm
            NodeSelectorTerm MatchExpressions=matchExpressions:[]NodeSelectorRequirement \
            MatchFields=matchFields:[]NodeSelectorRequirement
            NodeSelectorRequirement Key=key:s Operator=operator:s Values=values
            DeviceAttribute IntValue=int BoolValue=bool StringValue=string VersionValue=version IntValues=ints \
            BoolValues=bools StringValues=strings VersionValues=versions
            ResourcePoolStatusRequestSpec Driver=driver:s PoolName=poolName Limit=limit
            ResourcePoolStatusRequestStatus PoolCount=poolCount Pools=pools:[]PoolStatus Conditions=conditions
            PoolStatus Driver=driver:s PoolName=poolName:s Generation=generation:i \
            ResourceSliceCount=resourceSliceCount TotalDevices=totalDevices AllocatedDevices=allocatedDevices \
            AvailableDevices=availableDevices UnavailableDevices=unavailableDevices NodeName=nodeName \
            ValidationError=validationError
            """;

    private static final class Table {
        static final Map<String, List<String[]>> FIELDS = parse();
    }

    private Shown() {
    }

    private static Map<String, List<String[]>> parse() {
        Map<String, List<String[]>> types = new HashMap<>();
        for (String line : TYPES.split("\n")) {
            String[] words = line.trim().split(" +");
            List<String[]> fields = new ArrayList<>();
            for (int at = 1; at < words.length; at++) {
                fields.add((words[at] + (words[at].contains(":") ? "" : ":")).split("[=:]", -1));
            }
            types.put(words[0], fields);
        }
        return types;
    }

    /** Returns a struct of the tree in the form of messages; {@code null} when there is none. */
    static @Nullable Object of(String type, FieldView struct) {
        return struct.present() ? show(type, struct.value()) : null;
    }

    /** Returns the spec of a template for claims, whose metadata has no struct of its own in messages. */
    static Object template(FieldView spec) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        if (spec.at("metadata").value() instanceof Map<?, ?> metadata) {
            metadata.forEach((field, value) -> shown.put((String) field, value));
        }
        shown.put("Spec", show("ResourceClaimSpec", spec.at("spec").value()));
        return shown;
    }

    private static Object show(String type, @Nullable Object value) {
        Map<?, ?> struct = value instanceof Map<?, ?> map ? map : Map.of();
        var shown = new LinkedHashMap<String, @Nullable Object>();
        for (String[] field : Table.FIELDS.getOrDefault(type, List.of())) {
            shown.put(field[0], field(field[2], struct.get(field[1])));
        }
        return shown;
    }

    private static @Nullable Object field(String type, @Nullable Object value) {
        if (type.startsWith("[]")) {
            return value instanceof List<?> list
                    ? list.stream().map(item -> show(type.substring(2), item)).toList() : null;
        }
        if (type.startsWith("*")) {
            return value == null ? null : show(type.substring(1), value);
        }
        return switch (type) {
            case "" -> value;
            case "s" -> value == null ? "" : value;
            case "i" -> value == null ? Long.valueOf(0) : value;
            default -> show(type, value);
        };
    }

    /** Reports that a value is wrong, and shows a text as it is, without quotes. */
    static void invalid(FieldView view, String shown, String detail) {
        view.report(new FieldError(
                FieldError.Type.INVALID, view.path().toString(), "Invalid value: " + shown + ": " + detail));
    }
}
