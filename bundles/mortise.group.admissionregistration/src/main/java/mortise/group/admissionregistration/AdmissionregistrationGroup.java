package mortise.group.admissionregistration;

import java.util.List;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code admissionregistration.<api domain>}. */
@Component
public final class AdmissionregistrationGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public AdmissionregistrationGroup(@Reference ServerNames names) {
        name = names.group("admissionregistration");
        Kinds kinds = Kinds.load(AdmissionregistrationGroup.class).build();
        Expressions expressions = new CompiledExpressions();
        resources = List.of(
                builder(kinds, "mutatingadmissionpolicies", new MutatingPolicyStrategy(expressions)).build(),
                builder(kinds, "mutatingadmissionpolicybindings", new BindingStrategy(false)).build(),
                builder(kinds, "mutatingwebhookconfigurations", new WebhookStrategy(expressions, true)).build(),
                builder(kinds, "validatingadmissionpolicies", new ValidatingPolicyStrategy(expressions))
                        .subresource(SubresourceDefinition.status(
                                "ValidatingAdmissionPolicy", new PolicyStatusStrategy()))
                        .build(),
                builder(kinds, "validatingadmissionpolicybindings", new BindingStrategy(true)).build(),
                builder(kinds, "validatingwebhookconfigurations", new WebhookStrategy(expressions, false)).build());
    }

    /** What decides over all other writes must not be overwritten unseen. */
    private static ResourceDefinition.Builder builder(Kinds kinds, String plural, ResourceStrategy strategy) {
        return kinds.resource(plural)
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.UPDATE_NEEDS_VERSION)
                .strategy(strategy);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
