package mortise.group.core;

import java.util.Optional;
import java.util.function.Supplier;
import mortise.core.late.LateService;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.SharedRecords;
import mortise.spi.operations.HealthCheck;
import org.osgi.framework.BundleContext;

/**
 * What the server gives this group once it has it, so that the group cannot wait for any of them.
 *
 * @param objects the objects of the server
 * @param store the health of the store
 * @param issuer whoever signs tokens of service accounts
 * @param records records that servers on one store share
 */
record ServerServices(
        LateService<ObjectAccess> objects,
        LateService<HealthCheck> store,
        LateService<TokenIssuer> issuer,
        LateService<SharedRecords> records) implements AutoCloseable {

    static ServerServices of(BundleContext context) {
        return new ServerServices(
                LateService.of(context, ObjectAccess.class),
                LateService.of(context, HealthCheck.class, HealthCheck.NAME, "etcd"),
                LateService.of(context, TokenIssuer.class),
                LateService.of(context, SharedRecords.class));
    }

    /** Returns nothing but objects, for whatever works without OSGi. */
    static ServerServices of(Supplier<ObjectAccess> objects) {
        return new ServerServices(LateService.given(objects), LateService.given(() -> null),
                LateService.given(() -> null), LateService.given(() -> null));
    }

    /** Says what is wrong with the store, if anything. */
    Optional<String> storeFailure() {
        return store.find().map(HealthCheck::failure).orElse(Optional.of("nobody knows the health of the store"));
    }

    @Override
    public void close() {
        objects.close();
        store.close();
        issuer.close();
        records.close();
    }
}
