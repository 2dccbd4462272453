package mortise.build.assembler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packages that the system bundle exports to the bundles: what the marked jars of the class path export, with the
 * versions of their manifests. So no version is written down a second time.
 */
final class ExportedPackages {

    /** One clause: a package name, then attributes and directives, in which a comma only stands inside quotes. */
    private static final Pattern CLAUSE = Pattern.compile("([\\w.]+)((?:;[^,;\"]+(?:\"[^\"]*\")?)*)");
    private static final Pattern VERSION = Pattern.compile(";\\s*version\\s*=\\s*\"?([^\";]+)\"?");

    private final List<String> clauses = new ArrayList<>();

    void add(JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        String exports = manifest == null ? null : manifest.getMainAttributes().getValue("Export-Package");
        if (exports == null) {
            throw new AssemblyException(jar.getName() + " is marked \"export\" but exports no package");
        }
        for (Matcher clause = CLAUSE.matcher(exports); clause.find();) {
            Matcher version = VERSION.matcher(clause.group(2));
            clauses.add(clause.group(1) + (version.find() ? ";version=\"" + version.group(1) + "\"" : ""));
        }
    }

    /** Returns the value of the framework property for additional system packages. */
    String property() {
        return String.join(",", clauses);
    }
}
