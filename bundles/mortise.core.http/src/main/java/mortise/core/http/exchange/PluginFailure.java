package mortise.core.http.exchange;

import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.http.plugin.Plugin;
import org.jspecify.annotations.Nullable;

/** A plug-in that threw what it may not throw, or returned {@code null}. The panic guard logs it and answers 500. */
public final class PluginFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Blames a plug-in. */
    PluginFailure(Plugin<?> plugin, @Nullable Throwable cause) {
        super(plugin + " failed", cause, false, false);
    }

    /** Returns what the client is told: who failed, and nothing of how. */
    public ApiStatus status() {
        return ApiStatus.of(ErrorReason.INTERNAL_ERROR, "Internal error occurred: " + getMessage());
    }

    /** Returns the failure of a plug-in that still hangs in too many earlier calls to be asked again. */
    static ApiException hanging(Plugin<?> plugin) {
        return new ApiException(ApiStatus.of(ErrorReason.TIMEOUT,
                "Timeout: " + plugin + " still hangs in " + plugin.hanging() + " earlier requests"));
    }
}
