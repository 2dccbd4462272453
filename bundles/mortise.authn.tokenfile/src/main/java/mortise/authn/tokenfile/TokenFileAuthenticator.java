package mortise.authn.tokenfile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the bearer tokens of a file. The file is read once, so the tokens are valid until the server or this setting
 * changes. Never blocks afterwards.
 */
@Component(
        name = "mortise.authn.tokenfile",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = "service.ranking:Integer=50")
@Designate(ocd = TokenFileConfig.class)
public final class TokenFileAuthenticator implements RequestAuthenticator {

    private static final Logger LOG = LoggerFactory.getLogger(TokenFileAuthenticator.class);
    private static final int FILE_BYTES_MAX = 16 << 20;
    private static final int SALT_BYTES = 32;

    private final TokenTable tokens;

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException when the file is not named, cannot be read or has a mistake in it
     */
    @Activate
    public TokenFileAuthenticator(TokenFileConfig config) {
        String path = config.token_auth_file();
        if (path.isBlank()) {
            throw new IllegalArgumentException("token.auth.file: no file is named");
        }
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        tokens = TokenTable.parse(read(Path.of(path)), salt, path, LOG::warn);
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        // An unknown token may be another authenticator's; the core answers 401 when nobody knows it.
        return request.bearerToken()
                .flatMap(tokens::find)
                .<Authentication>map(Authentication.Authenticated::new)
                .orElse(Authentication.NOT_MINE);
    }

    private static String read(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IllegalArgumentException(
                        "token.auth.file: " + file + " is larger than " + FILE_BYTES_MAX + " bytes");
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("token.auth.file: " + file + " is not UTF-8 text", e);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("token.auth.file: there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("token.auth.file: cannot read " + file + ": " + e, e);
        }
    }
}
