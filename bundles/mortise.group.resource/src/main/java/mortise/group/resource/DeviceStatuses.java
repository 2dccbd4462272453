package mortise.group.resource;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import mortise.api.FieldError;
import mortise.core.schema.Addresses;
import mortise.core.schema.FieldView;

/** Validation of {@code resource.v1.AllocatedDeviceStatus}: what drivers tell about the devices of a claim. */
final class DeviceStatuses {

    private static final int CONDITIONS_MAX = 8;
    private static final int INTERFACE_BYTES_MAX = 256;
    private static final int HARDWARE_BYTES_MAX = 128;
    private static final int ADDRESSES_MAX = 16;

    private DeviceStatuses() {
    }

    /** Returns what tells an allocated device from all others, as messages show it. */
    static String key(FieldView device) {
        String share = device.at("shareID").text();
        return device.at("driver").text() + "/" + device.at("pool").text() + "/" + device.at("device").text()
                + (share.isEmpty() ? "" : "/" + share);
    }

    /** Checks a list; {@code allocated} are the keys of the devices that the claim has. */
    static void validate(FieldView devices, Set<String> allocated) {
        devices.items().forEach(device -> device(device, allocated));
        var seen = new HashSet<String>();
        for (FieldView device : devices.items()) {
            if (!seen.add(key(device))) {
                device.report(new FieldError(FieldError.Type.DUPLICATE, device.path().toString(),
                        "Duplicate value: " + key(device)));
            }
        }
    }

    private static void device(FieldView device, Set<String> allocated) {
        DeviceNames.driver(device.at("driver"));
        DeviceNames.pool(device.at("pool"));
        device.at("device").label();
        if (device.at("shareID").present()) {
            DeviceNames.uid(device.at("shareID"));
        }
        if (!allocated.contains(key(device))) {
            Shown.invalid(device, key(device), "must be an allocated device in the claim");
        }
        FieldView conditions = device.at("conditions");
        if (conditions.size() > CONDITIONS_MAX) {
            conditions.tooMany(conditions.size(), CONDITIONS_MAX);
        }
        Conditions.validate(conditions);
        if (device.at("data").present()) {
            Configurations.data(device.at("data"), false);
        }
        network(device.at("networkData"));
    }

    private static void network(FieldView network) {
        network.at("interfaceName").bytesAtMost(INTERFACE_BYTES_MAX);
        network.at("hardwareAddress").bytesAtMost(HARDWARE_BYTES_MAX);
        Lists.set(network.at("ips"), ADDRESSES_MAX, DeviceStatuses::address, FieldView::text);
    }

    private static void address(FieldView address) {
        Optional<Addresses.Cidr> network = Addresses.cidr(address.text());
        if (network.isEmpty()) {
            address.invalid("must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
            return;
        }
        String canonical = network.get().address().canonical() + "/" + network.get().prefix();
        if (!canonical.equals(address.text())) {
            address.invalid("must be in canonical form (\"" + canonical + "\")");
        }
    }
}
