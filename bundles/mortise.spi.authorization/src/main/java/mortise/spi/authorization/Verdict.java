package mortise.spi.authorization;

import java.util.List;

/**
 * What all authorizers together say.
 *
 * @param decision the decision; {@code NoOpinion} when nobody allowed or denied, which a request is not let through for
 * @param errors what failed on the way, in words for the caller
 */
public record Verdict(Decision decision, List<String> errors) {

    public Verdict {
        errors = List.copyOf(errors);
    }
}
