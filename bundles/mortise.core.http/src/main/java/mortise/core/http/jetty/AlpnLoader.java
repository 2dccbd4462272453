package mortise.core.http.jetty;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.jetty.alpn.java.server.JDK9ServerALPNProcessor;
import org.eclipse.jetty.http.Http1FieldPreEncoder;
import org.eclipse.jetty.http2.hpack.HpackFieldPreEncoder;

/**
 * Lets Jetty find its own services. It looks for them with {@code ServiceLoader} through the thread's context class
 * loader, which sees none of them inside an OSGi framework. This loader shows it the three bundles that have them,
 * while the server is built and not longer: the one place where Mortise touches a context class loader.
 */
final class AlpnLoader extends ClassLoader {

    private final List<ClassLoader> owners = List.of(
            JDK9ServerALPNProcessor.class.getClassLoader(),
            HpackFieldPreEncoder.class.getClassLoader(),
            Http1FieldPreEncoder.class.getClassLoader());

    private AlpnLoader(ClassLoader parent) {
        super(parent);
    }

    /** Runs something with this loader as the thread's context class loader. */
    static <T> T with(Supplier<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new AlpnLoader(AlpnLoader.class.getClassLoader()));
        try {
            return work.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (ClassLoader owner : owners) {
            try {
                return owner.loadClass(name);
            } catch (ClassNotFoundException notHere) {
                // The next one may have it.
            }
        }
        throw new ClassNotFoundException(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        var found = new ArrayList<URL>();
        for (ClassLoader owner : owners) {
            for (URL url : Collections.list(owner.getResources(name))) {
                if (!found.contains(url)) {
                    found.add(url);
                }
            }
        }
        return Collections.enumeration(found);
    }
}
