package mortise.core.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The built-in kinds of a group, from the tables that the build wrote beside a class of its bundle. What a resource is
 * called is read at once; definitions are decoded when somebody first asks for their fields. Immutable; any thread.
 *
 * <p>Definitions have short names, the last three parts of their OpenAPI names: {@code core.v1.PodSpec},
 * {@code meta.v1.ObjectMeta}.
 */
public final class Kinds {

    private static final byte[] MARK = "MKN1".getBytes(StandardCharsets.US_ASCII);
    private static final String FILE = "kinds.bin";
    private static final String TEXTS = "descriptions.bin";

    /** Collects what tables do not tell. Not thread-safe. */
    public static final class Builder {

        private final Class<?> owner;
        private final List<Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>>> rules = new ArrayList<>();
        private final Map<String, Map<String, Function<ApiObject, @Nullable Object>>> cells = new HashMap<>();
        private final Map<String, Map<String, Conversion>> conversions = new HashMap<>();

        private Builder(Class<?> owner) {
            this.owner = owner;
        }

        /**
         * Adds rules that set defaults, by the short names of the definitions they are for.
         *
         * @param more each gets a struct of its type before anything inside is looked at; doing it twice must be the
         *     same as once
         */
        public Builder defaults(Map<String, Consumer<Map<String, @Nullable Object>>> more) {
            return defaults(() -> more);
        }

        /** Adds rules that are asked for when the first object is to get defaults, for the sake of a quick start. */
        public Builder defaults(Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>> more) {
            rules.add(more);
            return this;
        }

        /** Adds the functions of those columns of a kind whose cells no expression can tell, by the columns' names. */
        public Builder cells(String kind, Map<String, Function<ApiObject, @Nullable Object>> byColumn) {
            cells.computeIfAbsent(kind, name -> new HashMap<>()).putAll(byColumn);
            return this;
        }

        /** Says how a version of a resource becomes the storage version and back; versions without have its fields. */
        public Builder conversion(String plural, String version, Conversion conversion) {
            conversions.computeIfAbsent(plural, name -> new HashMap<>()).put(version, conversion);
            return this;
        }

        /** Reads the table. */
        public Kinds build() {
            return new Kinds(this);
        }
    }

    private final Walks walks;
    private final TablesTexts texts;
    private final byte[] bytes;
    private final int typesStart;
    private final Map<String, KindsResource> resources = new LinkedHashMap<>();
    private volatile @Nullable TablesTypes types;

    private Kinds(Builder builder) {
        walks = Walks.of(builder.rules);
        texts = new TablesTexts(builder.owner, TEXTS);
        bytes = read(builder.owner);
        var in = new TablesInput(bytes, MARK.length);
        int length = in.number();
        typesStart = in.position() + length;
        int column = 0;
        for (TablesResource resource : in.list(TablesResource::read)) {
            resources.put(resource.plural(), new KindsResource(
                    this, resource, column, builder.cells.getOrDefault(resource.kind(), Map.of()),
                    builder.conversions.getOrDefault(resource.plural(), Map.of())));
            column += resource.columns().size();
        }
    }

    /** Starts loading the kinds of the bundle that a class belongs to; the table is in the package of the class. */
    public static Builder load(Class<?> owner) {
        return new Builder(owner);
    }

    private static byte[] read(Class<?> owner) {
        try (InputStream in = owner.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(
                        "No " + FILE + " beside " + owner.getName() + ": does the bundle have kinds.properties?");
            }
            byte[] bytes = in.readAllBytes();
            if (!Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length)) {
                throw new IllegalStateException(FILE + " of " + owner.getName() + " has another form");
            }
            return bytes;
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot read " + FILE + " of " + owner.getName(), failure);
        }
    }

    /** Returns the names of the resources in the table, for example {@code pods}. */
    public Set<String> resources() {
        return Set.copyOf(resources.keySet());
    }

    /** Returns the short names of all definitions in the table. */
    public Set<String> types() {
        return Set.copyOf(decoded().names());
    }

    /**
     * Starts the definition of a resource with everything that the table tells: names, scope, verbs, versions with
     * schemas, the subresource {@code status}, columns, the selectable fields that are plain paths.
     *
     * @throws NoSuchElementException when the table has no such resource
     * @throws IllegalStateException when a column needs a function that the builder did not get
     */
    public ResourceDefinition.Builder resource(String plural) {
        KindsResource resource = resources.get(plural);
        if (resource == null) {
            throw new NoSuchElementException("The table has no resource " + plural);
        }
        return resource.definition();
    }

    /**
     * Returns a type by its short name. The same name always gives the same type.
     *
     * @throws NoSuchElementException when the table has no such definition
     */
    public StructType type(String name) {
        StructType type = decoded().find(name);
        if (type == null) {
            throw new NoSuchElementException("The table has no definition " + name);
        }
        return type;
    }

    /** Returns the schema of the objects of a type, see {@link #type}; it looks the type up when it is first used. */
    public ObjectSchema schema(String name) {
        return new KindsSchema(() -> new TypedSchema(type(name), walks));
    }

    /** Returns the text of a column; columns of all resources are counted through. */
    String columnText(int column) {
        return texts.text(decoded().descriptionCount() + column);
    }

    private TablesTypes decoded() {
        TablesTypes known = types;
        if (known == null) {
            synchronized (this) {
                known = types;
                if (known == null) {
                    known = new TablesTypes(bytes, typesStart, texts);
                    types = known;
                }
            }
        }
        return known;
    }
}
