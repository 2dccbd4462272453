package mortise.tck.authentication;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** Certificates that nobody trusts. */
public final class Certificates {

    /** CN=stranger, O=system:masters, signed by itself, valid until 2126. Its key was thrown away. */
    private static final String STRANGER = """
            -----BEGIN CERTIFICATE-----
            MIIBrzCCAVWgAwIBAgIUMtDVwQLo6UIwuGVMU8naaeWt7o0wCgYIKoZIzj0EAwIw
            LDEXMBUGA1UECgwOc3lzdGVtOm1hc3RlcnMxETAPBgNVBAMMCHN0cmFuZ2VyMCAX
            DTI2MTEyMTA2NDkxMFoYDzIxMjYxMDI4MDY0OTEwWjAsMRcwFQYDVQQKDA5zeXN0
            ZW06bWFzdGVyczERMA8GA1UEAwwIc3RyYW5nZXIwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAATl6s9GUwZNDeeeewSPilEPTAQo5c4TMQ4CLGP6hT5PkcVfbS1UAq+u
            X06usZw5fgLWca68JEUXxwfh01sRkSYmo1MwUTAdBgNVHQ4EFgQU5HyqKNSy4OF1
            zshifcZMC955JhMwHwYDVR0jBBgwFoAU5HyqKNSy4OF1zshifcZMC955JhMwDwYD
            VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAyffGClEAfv7i/YQjgzEU
            NnEtPvOnmibW/FsCGCBxzlECIBjjl1fBh1JxerXyiW1tCqeb0vRlTZNKtFonNgl1
            G5cO
            -----END CERTIFICATE-----
            """;

    private Certificates() {
    }

    /** Returns a certificate that claims much and that nobody has signed but its owner. */
    public static X509Certificate stranger() {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(STRANGER.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            throw new IllegalStateException("this JDK cannot read an X.509 certificate", e);
        }
    }
}
