package mortise.itests.faulty;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/** Does what the header {@code X-Faulty} says. It is asked before all others. */
@Component(service = RequestAuthenticator.class, property = "service.ranking:Integer=1000")
public final class FaultyAuthenticator implements RequestAuthenticator {

    @Override
    public @Nullable Authentication authenticate(AuthenticationRequest request) {
        List<String> fault = request.header("X-Faulty");
        if (fault.isEmpty()) {
            return Authentication.NOT_MINE;
        }
        return switch (fault.get(0)) {
            case "throw" -> throw new IllegalStateException("asked to throw");
            case "error" -> throw new StackOverflowError("asked to throw an error");
            case "null" -> null;
            case "hang" -> hang();
            default -> Authentication.NOT_MINE;
        };
    }

    /** Never answers, and does not care about interrupts. */
    private static Authentication hang() {
        var never = new CountDownLatch(1);
        while (true) {
            try {
                never.await();
            } catch (InterruptedException ignored) {
                Thread.interrupted();
            }
        }
    }
}
