package mortise.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a bundle promises to others, as sorted text: every visible type of its exported packages with its visible
 * members. The classes come from the built jars; libraries they mention come from this test's class path.
 */
final class Signatures implements AutoCloseable {

    /** Every class has them, and their presence in a class file promises nothing. */
    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

    private final URLClassLoader loader;

    Signatures(List<Bundle> bundles) {
        List<URL> urls = new ArrayList<>();
        bundles.forEach(b -> urls.add(url(b.jar())));
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            urls.add(url(Path.of(entry)));
        }
        loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path.toString(), e);
        }
    }

    /** One line for each type and, indented, for each member. */
    List<String> of(Bundle bundle) {
        List<String> lines = new ArrayList<>();
        Set<String> exported = bundle.exports().keySet();
        for (String entry : bundle.entries()) {
            if (entry.endsWith(".class") && !entry.endsWith("-info.class")) {
                String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
                if (exported.contains(name.substring(0, name.lastIndexOf('.')))) {
                    describe(load(bundle, name), lines);
                }
            }
        }
        return lines;
    }

    private Class<?> load(Bundle bundle, String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("cannot load " + name + " of " + bundle, e);
        }
    }

    private static void describe(Class<?> type, List<String> lines) {
        if (!isReachable(type)) {
            return;
        }
        lines.add(header(type));
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                members.add(Modifier.toString(field.getModifiers()) + " " + field.getGenericType().getTypeName() + " "
                        + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor.getModifiers()) && !constructor.isSynthetic()) {
                members.add(describe(constructor, type.getSimpleName()));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            boolean ofEveryObject = OF_EVERY_OBJECT.contains(method.getName());
            if (isVisible(method.getModifiers()) && !method.isSynthetic() && !ofEveryObject) {
                members.add(describe(method, method.getGenericReturnType().getTypeName() + " " + method.getName()));
            }
        }
        members.forEach(m -> lines.add("    " + m));
    }

    private static boolean isReachable(Class<?> type) {
        if (type.isAnonymousClass() || type.isLocalClass() || type.isSynthetic()) {
            return false;
        }
        return isVisible(type.getModifiers())
                && (type.getDeclaringClass() == null || isReachable(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String describe(Executable executable, String name) {
        StringBuilder text = new StringBuilder();
        int shown = executable.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC
                | Modifier.ABSTRACT | Modifier.FINAL);
        text.append(Modifier.toString(shown)).append(' ');
        if (executable instanceof Method method && method.isDefault()) {
            text.append("default ");
        }
        text.append(variables(executable.getTypeParameters(), " ")).append(name);
        text.append(list(executable.getGenericParameterTypes(), "(", ")", true));
        text.append(list(executable.getGenericExceptionTypes(), " throws ", "", false));
        return text.toString();
    }

    private static String header(Class<?> type) {
        String kind = type.isAnnotation() ? "@interface" : type.isInterface() ? "interface" : type.isEnum() ? "enum"
                : type.isRecord() ? "record" : "class";
        int modifiers = type.getModifiers() & ~Modifier.INTERFACE & ~Modifier.STRICT;
        if (type.isInterface()) {
            modifiers &= ~Modifier.ABSTRACT;
        }
        StringBuilder text = new StringBuilder(Modifier.toString(modifiers)).append(' ');
        text.append(type.isSealed() ? "sealed " : "").append(kind).append(' ').append(type.getTypeName());
        text.append(variables(type.getTypeParameters(), ""));
        Type parent = type.getGenericSuperclass();
        if (parent != null && parent != Object.class && !type.isEnum() && !type.isRecord()) {
            text.append(" extends ").append(parent.getTypeName());
        }
        text.append(list(type.getGenericInterfaces(), type.isInterface() ? " extends " : " implements ", "", false));
        text.append(list(type.isSealed() ? type.getPermittedSubclasses() : new Type[0], " permits ", "", false));
        return text.toString();
    }

    private static String list(Type[] types, String before, String after, boolean always) {
        String names = Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", "));
        return names.isEmpty() && !always ? "" : before + names + after;
    }

    private static String variables(TypeVariable<?>[] variables, String after) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables).map(Signatures::bounded).collect(Collectors.joining(", ", "<", ">")) + after;
    }

    private static String bounded(TypeVariable<?> variable) {
        Type[] bounds = variable.getBounds();
        boolean plain = bounds.length == 1 && bounds[0] == Object.class;
        return variable.getName() + (plain ? "" : list(bounds, " extends ", "", false));
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
