package mortise.authn.tokenfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.tck.authentication.RequestAuthenticatorContract;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.io.TempDir;

class TokenFileAuthenticatorContractTest extends RequestAuthenticatorContract {

    @TempDir
    private Path directory;

    @Override
    protected RequestAuthenticator authenticator() {
        try {
            Path file = Files.writeString(directory.resolve("tokens.csv"), """
                    admin-token,admin,u-admin,"system:masters"
                    alice-token,alice,u-alice,"devs,qa"
                    """);
            return new TokenFileAuthenticator(TokenFiles.config(file.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected List<AuthenticationRequest> knownRequests() {
        return List.of(Requests.withBearerToken("admin-token"), Requests.withBearerToken("alice-token"));
    }

    @Override
    protected List<String> secrets() {
        return List.of("admin-token", "alice-token");
    }
}
