package mortise.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

class OwnChecksTest {

    @Test
    void pingAlwaysPasses() {
        assertThat(new PingCheck().failure()).isEmpty();
    }

    @Test
    void theLogFailsWhenErrorsAreNotLogged() {
        Logger log = new LoggerContext().getLogger("x");
        log.setLevel(Level.ERROR);
        assertThat(new LogCheck(log).failure()).isEmpty();
        log.setLevel(Level.OFF);
        assertThat(new LogCheck(log).failure()).contains("errors are not logged");
        assertThat(new LogCheck().failure()).isEmpty();
    }

    @Test
    void theServerIsNotReadyOnceItsFrameworkIsStopping() {
        AtomicInteger state = new AtomicInteger(Bundle.STARTING);
        ShutdownCheck check = new ShutdownCheck(bundle(state));
        assertThat(check.failure()).isEmpty();
        state.set(Bundle.ACTIVE);
        assertThat(check.failure()).isEmpty();
        state.set(Bundle.STOPPING);
        assertThat(check.failure()).contains("the server is stopping");
    }

    /** Only the state is ever asked for, so the other thirty methods need no body. */
    static Bundle bundle(AtomicInteger state) {
        return (Bundle) Proxy.newProxyInstance(Bundle.class.getClassLoader(), new Class<?>[] {Bundle.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getState")) {
                        return state.get();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
