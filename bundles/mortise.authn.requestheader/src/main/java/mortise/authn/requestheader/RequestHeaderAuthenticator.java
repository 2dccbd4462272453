package mortise.authn.requestheader;

import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import mortise.api.ListSetting;
import mortise.core.pki.ChainVerdicts;
import mortise.core.pki.ClientCaBundle;
import mortise.core.pki.SubjectReader;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.AuthenticationRequest;
import mortise.spi.authentication.RequestAuthenticator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Believes what a proxy says in headers about who sends a request, when the certificate of the connection is that of a
 * proxy. Asked before client certificates as such are: a proxy that names nobody is itself. Blocks only to read the
 * file of the authorities again when it has changed.
 */
@Component(name = "mortise.authn.requestheader", property = "service.ranking:Integer=110")
@Designate(ocd = RequestHeaderConfig.class)
public final class RequestHeaderAuthenticator implements RequestAuthenticator {

    private static final String SETTING = "requestheader.client.ca.file";
    /** What a chain proves that is a proxy's. */
    private static final String PROXY = "";

    private final IdentityHeaders headers;
    /** Nothing when no authority of proxies is configured. */
    private final Optional<ChainVerdicts<String>> verdicts;

    /**
     * Reads the authorities.
     *
     * @throws IllegalArgumentException when the file cannot be read or holds no certificate, no header has the user's
     *     name, or every client could pass for a proxy
     */
    @Activate
    public RequestHeaderAuthenticator(RequestHeaderConfig config) {
        this(config, InstantSource.system());
    }

    RequestHeaderAuthenticator(RequestHeaderConfig config, InstantSource clock) {
        headers = new IdentityHeaders(names(config.requestheader_username_headers()),
                names(config.requestheader_uid_headers()), names(config.requestheader_group_headers()),
                names(config.requestheader_extra_headers_prefix()));
        List<Path> files = ClientCaBundle.files(config.requestheader_client_ca_file());
        verdicts = files.isEmpty() ? Optional.empty() : Optional.of(verdicts(config, files, clock));
    }

    private ChainVerdicts<String> verdicts(RequestHeaderConfig config, List<Path> files, InstantSource clock) {
        if (headers.users().isEmpty()) {
            throw new IllegalArgumentException("requestheader.username.headers: no header is named");
        }
        Set<String> allowed = Set.copyOf(ListSetting.texts(config.requestheader_allowed_names()));
        ClientCaBundle authorities = ClientCaBundle.open(SETTING, files, clock);
        List<Path> clients = ClientCaBundle.files(config.client_ca_file());
        if (allowed.isEmpty() && !clients.isEmpty() && authorities.current()
                .overlaps(ClientCaBundle.open("client.ca.file", clients, clock).current())) {
            throw new IllegalArgumentException("requestheader.allowed.names: no name is allowed, and an authority of "
                    + "proxies is one of clients too, so that every client could pass for a proxy");
        }
        return new ChainVerdicts<>(authorities, clock, new Proxies(allowed));
    }

    private static List<String> names(String[] configured) {
        return ListSetting.distinct(configured).stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }

    @Override
    public Set<String> credentialHeaders() {
        return headers.names();
    }

    @Override
    public Authentication authenticate(AuthenticationRequest request) {
        if (verdicts.isEmpty() || request.peerCertificates().isEmpty()) {
            return Authentication.NOT_MINE;
        }
        String refusal = verdicts.get().of(request.peerCertificates());
        if (!refusal.equals(PROXY)) {
            return new Authentication.Rejected("certificate of a proxy: " + refusal);
        }
        return headers.read(request.headers())
                .<Authentication>map(Authentication.Authenticated::new)
                .orElse(Authentication.NOT_MINE);
    }

    /**
     * Says of a certificate why it is not a proxy's.
     *
     * @param allowed common names that it may have; empty for any
     */
    private record Proxies(Set<String> allowed) implements ChainVerdicts.Judge<String> {

        @Override
        public String trusted(X509Certificate own) throws CertificateException {
            return allowed.isEmpty() || allowed.contains(SubjectReader.commonName(own))
                    ? PROXY : "its common name is not an allowed one";
        }

        @Override
        public String refused(String why) {
            return why;
        }
    }
}
