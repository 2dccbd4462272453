package mortise.core.kubeconfig;

import java.io.IOException;

/** An answer is larger than allowed. */
final class AnswerTooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    AnswerTooLargeException(String message) {
        super(message);
    }
}
