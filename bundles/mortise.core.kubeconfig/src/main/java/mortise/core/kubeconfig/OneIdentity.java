package mortise.core.kubeconfig;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Presents one certificate to every server that asks, whatever authorities the server names. */
final class OneIdentity extends X509ExtendedKeyManager {

    private static final String ALIAS = "client";

    private final ClientIdentity identity;

    OneIdentity(ClientIdentity identity) {
        this.identity = identity;
    }

    private @Nullable String aliasFor(String[] keyTypes) {
        String algorithm = identity.chain().get(0).getPublicKey().getAlgorithm();
        for (String type : keyTypes) {
            if (type.equals(algorithm)) {
                return ALIAS;
            }
        }
        return null;
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
        return aliasFor(new String[] {keyType}) == null ? null : new String[] {ALIAS};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return alias.equals(ALIAS) ? identity.chain().toArray(X509Certificate[]::new) : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return alias.equals(ALIAS) ? identity.key() : null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, Socket socket) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }
}
