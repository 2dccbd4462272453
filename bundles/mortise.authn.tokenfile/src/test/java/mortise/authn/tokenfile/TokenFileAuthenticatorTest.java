package mortise.authn.tokenfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mortise.api.UserInfo;
import mortise.spi.authentication.Authentication;
import mortise.tck.authentication.Requests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenFileAuthenticatorTest {

    @TempDir
    private Path directory;

    @Test
    void theSchemeOfTheHeaderMayBeWrittenInAnyCase() throws IOException {
        var authenticator = authenticator("alice-token,alice,u-alice");
        assertThat(authenticator.authenticate(Requests.withHeader("authorization", "bearer alice-token")))
                .isEqualTo(new Authentication.Authenticated(new UserInfo("alice", "u-alice", List.of(), Map.of())));
        assertThat(authenticator.authenticate(Requests.withHeader("authorization", "Basic alice-token")))
                .isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void anUnknownTokenMayBeSomebodyElses() throws IOException {
        assertThat(authenticator("alice-token,alice,u-alice").authenticate(Requests.withBearerToken("wrong")))
                .isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void theFileIsReadOnce() throws IOException {
        var authenticator = authenticator("alice-token,alice,u-alice");
        Files.delete(directory.resolve("tokens.csv"));
        assertThat(authenticator.authenticate(Requests.withBearerToken("alice-token")))
                .isInstanceOf(Authentication.Authenticated.class);
    }

    @Test
    void anEmptyFileKnowsNobody() throws IOException {
        assertThat(authenticator("").authenticate(Requests.withBearerToken("x"))).isEqualTo(Authentication.NOT_MINE);
    }

    @Test
    void noFileIsAnError() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenFileAuthenticator(TokenFiles.config(" ")))
                .withMessage("token.auth.file: no file is named");
    }

    @Test
    void aFileThatIsNotThereIsAnErrorThatNamesIt() {
        String missing = directory.resolve("missing.csv").toString();
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenFileAuthenticator(TokenFiles.config(missing)))
                .withMessageContaining("there is no file " + missing);
    }

    @Test
    void aFileThatIsNotTextIsAnError() throws IOException {
        byte[] noText = {(byte) 0xC3, (byte) 0x28, ',', 'a', ',', 'b'};
        Path file = Files.write(directory.resolve("tokens.csv"), noText);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenFileAuthenticator(TokenFiles.config(file.toString())))
                .withMessageContaining("is not UTF-8 text");
    }

    @Test
    void aMistakeInTheFileEndsTheStartWithItsLine() {
        assertThatIllegalArgumentException().isThrownBy(() -> authenticator("a,b,c\nonly-a-token,pat"))
                .withMessageContaining("tokens.csv line 2: at least 3 columns are needed");
    }

    private TokenFileAuthenticator authenticator(String lines) throws IOException {
        Path file = Files.writeString(directory.resolve("tokens.csv"), lines);
        return new TokenFileAuthenticator(TokenFiles.config(file.toString()));
    }
}
