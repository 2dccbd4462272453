package mortise.authz.webhook;

import java.util.HexFormat;
import java.util.List;
import mortise.api.Sha256;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/**
 * Which text counts now, for {@code /metrics}.
 *
 * @param digest of the text, with the name of its algorithm; empty before there was one
 */
record LoadedText(String digest) {

    static final LoadedText NONE = new LoadedText("");

    LoadedText(byte[] text) {
        this("sha256:" + HexFormat.of().formatHex(Sha256.of(text)));
    }

    MetricFamily metric() {
        return new MetricFamily("apiserver_authorization_config_controller_last_config_info", Type.GAUGE,
                Stability.ALPHA, "Information about the last applied authorization configuration with hash as label.",
                List.of("hash"), digest.isEmpty() ? List.of() : List.of(new Value(List.of(digest), 1)));
    }
}
