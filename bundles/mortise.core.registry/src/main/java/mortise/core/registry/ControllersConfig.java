package mortise.core.registry;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Which controllers run. */
@ObjectClassDefinition(name = "Controllers", description = "Which controllers run in the server.")
public @interface ControllersConfig {

    /** Names of controllers. */
    @AttributeDefinition(name = "--controllers", description = "Controllers to run: '*' for all but those on request,"
            + " 'name' for one, '-name' for all but one. Switch off those whose work a kube-controller-manager does.")
    String[] controllers() default {"*"};
}
