package mortise.core.discovery.openapi;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import mortise.core.codec.JsonEncoder;

/** Writes a description as JSON, one path and one definition at a time: whole documents are some megabytes. */
final class JsonDocument {

    private final OutputStream out;
    private boolean comma;

    private JsonDocument(OutputStream out) {
        this.out = out;
    }

    /** Writes the document of a group version. */
    static void v3(Description description, Map<String, Object> info, OutputStream out) {
        var json = new JsonDocument(out);
        json.open();
        json.member("openapi", "3.0.0");
        json.member("info", info);
        json.members("paths", each -> description.writePaths(Dialect.V3, each));
        json.name("components");
        json.open();
        json.members("schemas", each -> description.writeDefinitions(Dialect.V3, each));
        json.close();
        json.close();
    }

    /** Writes the document of everything. */
    static void v2(Description description, Map<String, Object> info, OutputStream out) {
        var json = new JsonDocument(out);
        json.open();
        json.member("swagger", "2.0");
        json.member("info", info);
        json.members("paths", each -> description.writePaths(Dialect.V2, each));
        json.members("definitions", each -> description.writeDefinitions(Dialect.V2, each));
        json.members("parameters", each -> description.writeParameters(each));
        json.close();
    }

    private void members(String name, Consumer<BiConsumer<String, Map<String, Object>>> content) {
        name(name);
        open();
        content.accept(this::member);
        close();
    }

    private void member(String name, Object value) {
        name(name);
        write(JsonEncoder.encode(value));
        comma = true;
    }

    private void name(String name) {
        if (comma) {
            write(',');
        }
        write(JsonEncoder.encode(name));
        write(':');
    }

    private void open() {
        write('{');
        comma = false;
    }

    private void close() {
        write('}');
        comma = true;
    }

    private void write(int symbol) {
        try {
            out.write(symbol);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(byte[] bytes) {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
