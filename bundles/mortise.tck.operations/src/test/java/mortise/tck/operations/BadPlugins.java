package mortise.tck.operations;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/** Runs a contract the way a bundle does, and behaves badly where a test asks for it. */
final class BadPlugins {

    private BadPlugins() {
    }

    static Set<String> failedTestsOf(Class<?> contract) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(contract)).execute()
                .testEvents().failed().stream()
                .map(Event::getTestDescriptor)
                .map(test -> test.getDisplayName().replace("()", ""))
                .collect(Collectors.toSet());
    }

    /** Stays, when interrupted, until it is interrupted again, which the kit does when it has lost patience. */
    static void ignoreTheInterrupt() {
        if (Thread.interrupted()) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
