package mortise.core.launcher;

import java.util.Map;
import java.util.Set;
import org.slf4j.LoggerFactory;

/** Stands for a plug-in with a setting in tests: it starts with a colour only. */
public final class PickyComponent {

    private static final Set<String> COLOURS = Set.of("green", "red");

    void activate(Map<String, Object> settings) {
        String colour = String.valueOf(settings.get("picky.colour"));
        if (!COLOURS.contains(colour)) {
            throw new IllegalArgumentException("picky.colour: " + colour + " is no colour");
        }
        LoggerFactory.getLogger(PickyComponent.class).info("painted {}", colour);
    }
}
