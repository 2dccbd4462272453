package mortise.core.kubeconfig;

import java.io.IOException;

/** A kubeconfig, or what it refers to, cannot be used. The message is for people and holds no secret. */
public final class KubeconfigException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public KubeconfigException(String message) {
        super(message);
    }
}
