package mortise.core.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.launch.Framework;
import org.rocksdb.RocksDB;

/** RocksDB inside a real framework, with the fragments of all platforms installed together. */
final class NativeFragmentsTest {

    private static final List<String> ONE_LIBRARY_OF_EACH_FRAGMENT = List.of("librocksdbjni-linux64.so",
        "librocksdbjni-linux64-musl.so", "librocksdbjni-osx-arm64.jnilib", "rocksdbjni-win64.dll");

    @TempDir
    Path temporary;

    @Test
    void theLibraryOfThisMachineComesFromItsFragmentAndTheOthersDoNoHarm() throws Exception {
        Path cache = temporary.resolve("cache");
        Framework framework = new FrameworkFactory()
            .newFramework(Map.of("org.osgi.framework.storage", cache.toString()));
        framework.start();
        try {
            List<Bundle> fragments = new ArrayList<>();
            for (String library : ONE_LIBRARY_OF_EACH_FRAGMENT) {
                fragments.add(install(framework, jarWith(library)));
            }
            Bundle host = install(framework, RocksDB.class.getProtectionDomain().getCodeSource().getLocation());
            host.start();

            Class<?> rocks = host.loadClass("org.rocksdb.RocksDB");
            AutoCloseable database = (AutoCloseable) rocks.getMethod("open", String.class)
                .invoke(null, temporary.resolve("database").toString());
            database.close();

            assertThat(rocks).as("the class in the framework").isNotSameAs(RocksDB.class);
            assertThat(fragments).extracting(Bundle::getState).containsOnly(Bundle.RESOLVED);
            assertThat(unpackedLibraries(cache)).as("libraries the framework has unpacked").hasSize(1);
        } finally {
            framework.stop();
            framework.waitForStop(10_000);
        }
    }

    private static Bundle install(Framework framework, URL jar) throws BundleException {
        return framework.getBundleContext().installBundle("reference:" + jar);
    }

    private static URL jarWith(String library) throws IOException {
        URL url = NativeFragmentsTest.class.getClassLoader().getResource(library);
        assertThat(url).as(library).isNotNull();
        return ((JarURLConnection) url.openConnection()).getJarFileURL();
    }

    private static List<Path> unpackedLibraries(Path cache) throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(file -> file.getFileName().toString().contains("rocksdbjni-")).toList();
        }
    }
}
