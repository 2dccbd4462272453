package mortise.core.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class YamlListTest {

    @Test
    void piecesMakeTheWhole() {
        long first = Long.getLong("mortise.test.seed", System.nanoTime());
        for (long seed = first; seed < first + 500; seed++) {
            var trees = new RandomTrees(seed);
            var list = new LinkedHashMap<String, Object>();
            list.put("kind", "L");
            list.put("metadata", trees.struct(2));
            list.put("more", trees.value(3));
            list.put("items", List.of());
            var yaml = new YamlList(JsonEncoder.encode(list));
            var items = new ArrayList<Object>();
            var pieces = new ByteArrayOutputStream();
            pieces.writeBytes(yaml.head());
            for (int i = 0; i < 3; i++) {
                items.add(trees.object());
                pieces.writeBytes(YamlList.item(JsonEncoder.encode(items.get(i))));
            }
            pieces.writeBytes(yaml.tail());
            assertThat(yaml.empty()).isEqualTo(YamlEncoder.encode(JsonEncoder.encode(list)));
            list.put("items", items);
            assertThat(pieces.toString(StandardCharsets.UTF_8)).as("seed %d", seed)
                    .isEqualTo(new String(YamlEncoder.encode(JsonEncoder.encode(list)), StandardCharsets.UTF_8));
        }
    }

    @Test
    void refusesWhatHasNoListAtItsEnd() {
        for (String json : List.of("{\"items\":[],\"kind\":\"a\"}", "[]", "{\"items\":[1]}", "{}")) {
            assertThatThrownBy(() -> new YamlList(json.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(MalformedBodyException.class);
        }
    }
}
