package mortise.core.http.plugin;

import java.util.Dictionary;
import java.util.Hashtable;
import mortise.itests.concurrency.Encounter;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.RequestAuthenticator;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** Plug-ins that come, change and go at the same time, as Declarative Services binds them. */
public final class PluginRegistryStress {

    private PluginRegistryStress() {
    }

    private static RequestAuthenticator authenticator() {
        return request -> new Authentication.NotMine();
    }

    /** Two plug-ins that come at the same time are both there. */
    @JCStressTest
    @Outcome(id = "both are there", expect = Expect.ACCEPTABLE, desc = "As it should be.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One has overwritten the other.")
    @State
    public static class TwoComeAtATime implements Encounter {

        private final PluginRegistry registry = new PluginRegistry();

        @Override
        @Actor
        public void first() {
            registry.bindAuthenticator(new Reference(1), authenticator());
        }

        @Override
        @Actor
        public void second() {
            registry.bindAuthenticator(new Reference(2), authenticator());
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return registry.snapshot().authenticators().size() == 2 ? "both are there" : "one is lost";
        }
    }

    /** A plug-in whose properties change is there once all the time, while another goes. */
    @JCStressTest
    @Outcome(id = "once", expect = Expect.ACCEPTABLE, desc = "As it should be.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "A request sees it twice or not at all.")
    @State
    public static class OneChangesWhileARequestLooks implements Encounter {

        private final PluginRegistry registry = new PluginRegistry();
        private final Reference reference = new Reference(1);
        private int least = Integer.MAX_VALUE;
        private int most;

        public OneChangesWhileARequestLooks() {
            registry.bindAuthenticator(reference, authenticator());
        }

        @Override
        @Actor
        public void first() {
            registry.updatedAuthenticator(reference, authenticator());
            registry.updatedAuthenticator(reference, authenticator());
        }

        @Override
        @Actor
        public void second() {
            for (int i = 0; i < 10; i++) {
                int size = registry.snapshot().authenticators().size();
                least = Math.min(least, size);
                most = Math.max(most, size);
            }
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = outcome();
        }

        @Override
        public String outcome() {
            return least == 1 && most == 1 ? "once" : least + " to " + most + " times";
        }
    }

    /** As much of a service reference as the registry looks at. */
    private record Reference(int number) implements ServiceReference<RequestAuthenticator> {

        @Override
        public @Nullable Object getProperty(String key) {
            return null;
        }

        @Override
        public String[] getPropertyKeys() {
            return new String[0];
        }

        @Override
        public @Nullable Bundle getBundle() {
            return null;
        }

        @Override
        public Bundle[] getUsingBundles() {
            return new Bundle[0];
        }

        @Override
        public boolean isAssignableTo(Bundle other, String className) {
            return true;
        }

        @Override
        public int compareTo(Object other) {
            return Integer.compare(number, ((Reference) other).number);
        }

        @Override
        public Dictionary<String, Object> getProperties() {
            return new Hashtable<>();
        }

        @Override
        public <A> A adapt(Class<A> type) {
            throw new UnsupportedOperationException();
        }
    }
}
