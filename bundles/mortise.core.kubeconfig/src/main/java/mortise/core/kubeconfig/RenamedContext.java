package mortise.core.kubeconfig;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers for one name, whatever host is connected to, and has them prove it: {@code tls-server-name}. The HTTP
 * client of the JDK takes the name from the address alone, so it gets engines that know better.
 */
final class RenamedContext extends SSLContext {

    RenamedContext(SSLContext context, String name) {
        super(new Spi(context, name), context.getProvider(), context.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {

        private final SSLContext context;
        private final String name;

        Spi(SSLContext context, String name) {
            this.context = context;
            this.name = name;
        }

        @Override
        protected void engineInit(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust,
                @Nullable SecureRandom random) throws KeyManagementException {
            throw new KeyManagementException("already initialized");
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return new RenamedEngine(context.createSSLEngine(name, port), name);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return engineCreateSSLEngine(name, -1);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw new UnsupportedOperationException("engines only");
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw new UnsupportedOperationException("engines only");
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return context.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }
}
