package mortise.itests.sample;

import java.util.List;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import org.osgi.service.component.annotations.Component;

/** The group {@code workshop.example.com} with one resource, {@code gadgets}. */
@Component(service = ApiGroup.class)
public final class WorkshopGroup implements ApiGroup {

    @Override
    public String name() {
        return "workshop.example.com";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return List.of(ResourceDefinition.named("gadgets", "gadget", "Gadget")
                .shortNames("gd")
                .version("v1")
                .status()
                .storedUnder("workshop.example.com/gadgets")
                .selectable("spec.size", gadget -> gadget.textAt("spec", "size"))
                .writeRules(WriteRule.COUNTS_GENERATION)
                .strategy(new GadgetStrategy())
                .build());
    }
}
