package mortise.itests.dynamics;

import static org.junit.Assert.assertNull;

import java.io.IOException;
import java.util.Hashtable;
import javax.inject.Inject;
import org.junit.Before;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.condition.Condition;

/** Tests that run inside of a server, each class with one of its own. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public abstract class InContainer {

    private static final String STARTED = "mortise.started";

    /** The container's, from the inside. */
    @Inject
    BundleContext context;

    /** Returns what the container consists of. */
    @Configuration
    public Option[] configuration() throws IOException {
        return ServerInContainer.options();
    }

    /** Says that all bundles have started, as the launcher would; nothing is ready before. */
    @Before
    public final void started() throws InvalidSyntaxException {
        String filter = "(" + Condition.CONDITION_ID + "=" + STARTED + ")";
        if (context.getServiceReferences(Condition.class, filter).isEmpty()) {
            assertNull("ready too early", context.getServiceReference(RunningServer.READY));
            var properties = new Hashtable<String, Object>();
            properties.put(Condition.CONDITION_ID, STARTED);
            context.registerService(Condition.class, Condition.INSTANCE, properties);
        }
    }

    RunningServer server() {
        return new RunningServer(context);
    }
}
