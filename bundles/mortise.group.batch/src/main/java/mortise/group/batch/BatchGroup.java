package mortise.group.batch;

import java.util.List;
import java.util.Map;
import mortise.core.schema.Kinds;
import mortise.core.workload.PodDefaults;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code batch}. Its name has no domain; the labels of the pods of jobs do. */
@Component
public final class BatchGroup implements ApiGroup {

    private final List<ResourceDefinition> resources;

    @Activate
    public BatchGroup(@Reference ServerNames names) {
        Kinds kinds = Kinds.load(BatchGroup.class)
                .defaults(PodDefaults.rules())
                .defaults(BatchDefaults.rules())
                .cells("Job", Map.of("Completions", JobCells::completions, "Duration", JobCells::duration))
                .build();
        resources = List.of(
                kinds.resource("cronjobs")
                        .writeRules(WriteRule.COUNTS_GENERATION)
                        .strategy(new CronJobStrategy())
                        .build(),
                kinds.resource("jobs")
                        .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.ORPHANS_DEPENDENTS)
                        .strategy(new JobStrategy(new JobLabels(names.labelDomain())))
                        .subresource(SubresourceDefinition.status("Job", new JobStatusStrategy()))
                        .build());
    }

    @Override
    public String name() {
        return "batch";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
