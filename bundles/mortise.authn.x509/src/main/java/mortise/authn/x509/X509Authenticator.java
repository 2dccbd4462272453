package mortise.authn.x509;

import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import mortise.core.pki.ChainVerdicts;
import mortise.core.pki.ClientCaBundle;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Knows the client certificates that trusted authorities have issued. Blocks only to read the files of the authorities
 * again when one has changed.
 */
@Component(
        name = "mortise.authn.x509",
        configurationPolicy = ConfigurationPolicy.REQUIRE,
        property = "service.ranking:Integer=100")
@Designate(ocd = X509Config.class)
public final class X509Authenticator implements RequestAuthenticator {

    private static final String SETTING = "client.ca.file";

    private final ChainVerdicts<Authentication> verdicts;

    /**
     * Reads the authorities.
     *
     * @throws IllegalArgumentException when no file is named, or one cannot be read or holds no certificate
     */
    @Activate
    public X509Authenticator(X509Config config) {
        this(config, InstantSource.system());
    }

    X509Authenticator(X509Config config, InstantSource clock) {
        List<Path> files = ClientCaBundle.files(config.client_ca_file());
        if (files.isEmpty()) {
            throw new IllegalArgumentException(SETTING + ": no file is named");
        }
        verdicts = new ChainVerdicts<>(ClientCaBundle.open(SETTING, files, clock), clock, new Owners());
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        return request.peerCertificates().isEmpty()
                ? Authentication.NOT_MINE : verdicts.of(request.peerCertificates());
    }

    /** A certificate is its owner. */
    private static final class Owners implements ChainVerdicts.Judge<Authentication> {

        @Override
        public Authentication trusted(X509Certificate own) throws CertificateException {
            return CertificateIdentity.of(own)
                    .<Authentication>map(Authentication.Authenticated::new)
                    .orElse(Authentication.NOT_MINE);
        }

        @Override
        public Authentication refused(String why) {
            return new Authentication.Rejected("client certificate: " + why);
        }
    }
}
