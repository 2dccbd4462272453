package mortise.itests.dynamics;

import java.io.IOException;
import javax.inject.Inject;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;

/** Tests that run inside of a server, each class with one of its own. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public abstract class InContainer {

    /** The container's, from the inside. */
    @Inject
    BundleContext context;

    /** Returns what the container consists of. */
    @Configuration
    public Option[] configuration() throws IOException {
        return ServerInContainer.options();
    }

    RunningServer server() {
        return new RunningServer(context);
    }
}
