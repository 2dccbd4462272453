package mortise.itests.architecture;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contracts are modules too: a program on the module path can be compiled against them. */
class ModulePathTest {

    private static final String MODULE = "module reader { %s }";
    private static final String READER = """
            package reader;
            final class Reader {
                private Reader() { }
                static %s check(%s value) { return value; }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aModuleThatRequiresTheContractsCompilesAgainstThem() throws IOException {
        List<Bundle> contracts = contracts();
        Assertions.assertThat(contracts).as("contracts").hasSizeGreaterThan(3);
        String requires = contracts.stream().map(b -> "requires " + b.name() + ";").collect(Collectors.joining(" "));

        String messages = compile(contracts, MODULE.formatted(requires), READER.formatted("mortise.api.ApiObject",
                "mortise.api.ApiObject"));

        Assertions.assertThat(messages).isEmpty();
    }

    @Test
    void aModuleThatDoesNotRequireAContractCannotSeeIt() throws IOException {
        String messages = compile(contracts(), MODULE.formatted(""), READER.formatted("mortise.api.ApiObject",
                "mortise.api.ApiObject"));

        Assertions.assertThat(messages).contains("package mortise.api is not visible");
    }

    private static List<Bundle> contracts() {
        return Reactor.get().ourBundles().stream()
                .filter(b -> Family.of(b.name()) == Family.API || Family.of(b.name()) == Family.SPI).toList();
    }

    private String compile(List<Bundle> path, String module, String reader) throws IOException {
        Path moduleFile = Files.write(folder.resolve("module-info.java"), module.getBytes(StandardCharsets.UTF_8));
        Path packageFolder = Files.createDirectories(folder.resolve("reader"));
        Path readerFile = Files.write(packageFolder.resolve("Reader.java"), reader.getBytes(StandardCharsets.UTF_8));
        String modulePath = path.stream().map(b -> b.jar().toString()).collect(Collectors.joining(File.pathSeparator));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of("--release", "17", "-proc:none", "--module-path", modulePath, "-d",
                    folder.resolve("out").toString());
            compiler.getTask(messages, manager, null, options, null,
                    manager.getJavaFileObjects(moduleFile, readerFile)).call();
        }
        return messages.toString();
    }
}
