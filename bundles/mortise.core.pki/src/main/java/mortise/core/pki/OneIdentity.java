package mortise.core.pki;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Proves one identity to every peer that takes a key of its type, whatever authorities the peer names. A key store in
 * memory would do the same, and would first encrypt the key under a password derived in thousands of rounds, a tenth of
 * a second of every start. Immutable.
 */
public final class OneIdentity extends X509ExtendedKeyManager {

    private static final String ALIAS = "own";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    /**
     * Takes an identity.
     *
     * @param key the private key of the first certificate
     * @param chain certificates, its own first
     */
    public OneIdentity(PrivateKey key, List<X509Certificate> chain) {
        this.key = key;
        this.chain = chain.toArray(X509Certificate[]::new);
    }

    private @Nullable String aliasFor(String... keyTypes) {
        return List.of(keyTypes).contains(chain[0].getPublicKey().getAlgorithm()) ? ALIAS : null;
    }

    private String @Nullable [] aliasesFor(String keyType) {
        return aliasFor(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
        return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return aliasFor(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return aliasesFor(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, SSLEngine engine) {
        return aliasFor(keyTypes);
    }

    @Override
    public @Nullable String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
        return aliasFor(keyTypes);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return aliasesFor(keyType);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return alias.equals(ALIAS) ? chain.clone() : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return alias.equals(ALIAS) ? key : null;
    }
}
