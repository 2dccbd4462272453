package mortise.authn.jwt;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import mortise.core.kubeconfig.EnvironmentProxies;
import mortise.core.kubeconfig.LimitedBody;
import mortise.core.pki.Trust;

/**
 * Fetches documents of one provider: over HTTPS only, from a server that the given authorities or those of the JVM
 * vouch for, by way of the proxies of the environment, no larger than a limit and within a time. Any thread; does not
 * block.
 */
final class Documents {

    static final int BYTES_MAX = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Pattern CERTIFICATE = Pattern.compile(
            "-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]*+)-----END CERTIFICATE-----");
    private static final int STATUS_OK = 200;

    private final HttpClient client;

    /**
     * Makes a client.
     *
     * @param authorities certificates in PEM; empty for those that the JVM trusts
     * @throws IllegalArgumentException when it holds no certificate
     */
    Documents(String authorities) {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(PATIENCE);
        if (!authorities.isEmpty()) {
            builder.sslContext(trusting(authorities(authorities)));
        }
        EnvironmentProxies.of(System.getenv()).ifPresent(builder::proxy);
        client = builder.build();
    }

    /** Reads certificates. */
    static List<Certificate> authorities(String pem) {
        var certificates = new ArrayList<Certificate>();
        Matcher matcher = CERTIFICATE.matcher(pem);
        try {
            while (matcher.find()) {
                certificates.add(CertificateFactory.getInstance("X.509").generateCertificate(
                        new ByteArrayInputStream(matcher.group().getBytes(StandardCharsets.US_ASCII))));
            }
        } catch (CertificateException broken) {
            throw new IllegalArgumentException("data contains a broken certificate", broken);
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("data does not contain any valid RSA or ECDSA certificates");
        }
        return List.copyOf(certificates);
    }

    private static SSLContext trusting(List<Certificate> authorities) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, Trust.in(authorities), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificates cannot be used: " + e.getMessage(), e);
        }
    }

    /** Returns a document; fails when there is none, with a message for the log. */
    CompletableFuture<byte[]> fetch(String url) {
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException broken) {
            return CompletableFuture.failedFuture(new IOException("not a URL: " + url));
        }
        if (!"https".equalsIgnoreCase(address.getScheme()) || address.getHost() == null) {
            return CompletableFuture.failedFuture(new IOException("not an https URL: " + url));
        }
        HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE)
                .header("Accept", "application/json").build();
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request, head -> new LimitedBody(BYTES_MAX));
        return sent.copy().orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> sent.cancel(true))
                .thenCompose(answer -> answer.statusCode() == STATUS_OK
                        ? CompletableFuture.completedFuture(answer.body())
                        : CompletableFuture.failedFuture(
                                new IOException(url + " answers with status " + answer.statusCode())));
    }
}
