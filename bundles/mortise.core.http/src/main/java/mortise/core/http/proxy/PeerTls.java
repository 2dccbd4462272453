package mortise.core.http.proxy;

import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import mortise.core.http.tls.ClientTls;
import mortise.core.http.tls.ClientTls.Files;
import org.jspecify.annotations.Nullable;

/** How other servers are spoken to with TLS. Made when first needed, because most servers never are. Thread-safe. */
public final class PeerTls {

    private final Files files;
    private @Nullable SSLContext nodes; // guarded by this
    private @Nullable SSLContext others; // guarded by this

    /** Takes the files by which nodes know this server and this server knows nodes. */
    public PeerTls(Files files) {
        this.files = files;
    }

    /**
     * Returns how to speak to a server.
     *
     * @param node whether it is a node; other servers are not verified and get no certificate of this one
     * @throws IOException when a file cannot be used
     */
    synchronized SSLContext context(boolean node) throws IOException {
        SSLContext present = node ? nodes : others;
        if (present == null) {
            present = ClientTls.context(node ? files : new Files(Optional.empty(), Optional.empty(), Optional.empty()));
            if (node) {
                nodes = present;
            } else {
                others = present;
            }
        }
        return present;
    }
}
