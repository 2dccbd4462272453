package mortise.core.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import mortise.core.kubeconfig.ClientSettings.Plugins;
import mortise.core.kubeconfig.PluginCommand.InteractiveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests have no terminal as their standard input. */
class InteractionTest {

    @TempDir
    Path folder;

    private static boolean with(InteractiveMode mode, boolean standardInput) throws KubeconfigException {
        var command = new PluginCommand("true", List.of(), List.of(), "client.authentication.k8s.io/v1", "", false,
                mode);
        return Interaction.with(command, new Plugins(Optional.empty(), standardInput, Duration.ofSeconds(1), 1000));
    }

    @ParameterizedTest
    @CsvSource({"/dev/pts/99999,true", "/dev/tty99999,true", "/dev/none,false", "pipe:[4711],false",
        "/folder/dev/pts/3,false"})
    void aTerminalIsADevice(String device, boolean terminal) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("0"), Path.of(device));
        assertThat(Interaction.isTerminal(link)).isEqualTo(terminal);
    }

    @Test
    void nobodyIsThereToTalkTo() throws KubeconfigException {
        for (boolean standardInput : new boolean[] {true, false}) {
            assertThat(with(InteractiveMode.NEVER, standardInput)).isFalse();
            assertThat(with(InteractiveMode.IF_AVAILABLE, standardInput)).isFalse();
        }
        assertThatThrownBy(() -> with(InteractiveMode.ALWAYS, true)).isInstanceOf(KubeconfigException.class)
                .hasMessageContaining("standard input is not a terminal");
        assertThatThrownBy(() -> with(InteractiveMode.ALWAYS, false)).isInstanceOf(KubeconfigException.class)
                .hasMessageContaining("standard input is unavailable");
    }
}
