package mortise.core.launcher;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Dictionary;
import java.util.Hashtable;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ManagedService;

/** Stands for the server in tests: packed into a bundle, it listens on the port that it
 * is configured with and says that it is ready. */
public final class SampleServer implements BundleActivator, ManagedService, ServiceFactory<Object> {

    static final String PID = "mortise.core.sample";

    private static final int NO_CONTENT = 204;
    private static final int NO_BODY = -1;

    private volatile @Nullable BundleContext context;

    @Override
    public void start(BundleContext bundle) {
        context = bundle;
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put("service.pid", PID);
        bundle.registerService(ManagedService.class, this, properties);
    }

    @Override
    public void stop(BundleContext bundle) {
        context = null;
    }

    @Override
    public void updated(@Nullable Dictionary<String, ?> values) {
        BundleContext bundle = context;
        if (values != null && bundle != null && values.get("secure.port") != null) {
            int port = Integer.parseInt(String.valueOf(values.get("secure.port")));
            listen(port);
            Dictionary<String, Object> properties = new Hashtable<>();
            properties.put("mortise.address", "http://127.0.0.1:" + port);
            bundle.registerService("mortise.spi.operations.ServerReady", this, properties);
        }
    }

    private static void listen(int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(NO_CONTENT, NO_BODY);
                exchange.close();
            });
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + port, e);
        }
    }

    @Override
    public Object getService(Bundle user, ServiceRegistration<Object> registration) {
        return this;
    }

    @Override
    public void ungetService(Bundle user, ServiceRegistration<Object> registration, Object service) {
        // Nothing to release.
    }
}
