package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Which optional behaviours are on. Changing it starts what asks for them anew. */
@ObjectClassDefinition(name = "Feature gates", description = "Which optional behaviours are on.")
public @interface GatesConfig {

    /** Optional behaviours. */
    @AttributeDefinition(name = "--feature-gates", description = "Comma-separated name=bool pairs:"
            + " APIResponseCompression, AllowUnsafeMalformedObjectDeletion,"
            + " AuthorizePodWebsocketUpgradeCreatePermission, AuthorizeWithSelectors, CBORServingAndStorage,"
            + " ConstrainedImpersonation, ListFromCacheSnapshot, StructuredAuthenticationConfiguration, WatchList,"
            + " AllAlpha, AllBeta.")
    String feature_gates() default "";
}
