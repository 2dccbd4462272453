package mortise.core.schema.samples;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import mortise.build.schema.Generator;

/** Stands for the bundle of a group: its tables are generated into the package of this class. */
public final class Sample {

    private Sample() {
    }

    /** Generates the kinds of a group; later calls replace them. */
    public static Class<?> of(String group, String definitions) throws IOException, URISyntaxException {
        Path folder = Path.of(Sample.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path wanted = Files.writeString(folder.resolve("sample.properties"),
                "group=" + group + "\ndefinitions=" + definitions + "\n");
        Generator.main(new String[] {
            "../mortise.build.schema/src/main/facts", wanted.toString(), Sample.class.getPackageName(),
            folder.toString()
        });
        return Sample.class;
    }
}
