package mortise.core.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads declarations of functions, one a line: {@code quantity(string): kubernetes.Quantity} or, for a function of a
 * value, {@code string -> charAt(int): string}. A single capital letter stands for any type.
 */
final class Declarations {

    private static final Map<String, CelType> SIMPLE = Map.of("dyn", SimpleType.DYN, "bool", SimpleType.BOOL, "int",
            SimpleType.INT, "uint", SimpleType.UINT, "double", SimpleType.DOUBLE, "string", SimpleType.STRING, "bytes",
            SimpleType.BYTES, "timestamp", SimpleType.TIMESTAMP, "duration", SimpleType.DURATION);

    private final String text;
    private int at;

    private Declarations(String text) {
        this.text = text;
    }

    static List<CelFunctionDecl> read(String lines) {
        var overloads = new LinkedHashMap<String, List<CelOverloadDecl>>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> new Declarations(line.strip()).line(overloads));
        var functions = new ArrayList<CelFunctionDecl>();
        overloads.forEach((name, list) -> functions.add(CelFunctionDecl.newFunctionDeclaration(name, list)));
        return functions;
    }

    private void line(Map<String, List<CelOverloadDecl>> overloads) {
        int arrow = text.indexOf(" -> ");
        var parameters = new ArrayList<CelType>();
        if (arrow >= 0) {
            parameters.add(type());
            at = arrow + " -> ".length();
        }
        int open = text.indexOf('(', at);
        String name = text.substring(at, open);
        at = open + 1;
        while (text.charAt(at) != ')') {
            parameters.add(type());
            skip(", ");
        }
        skip("): ");
        CelType result = type();
        // The text itself is what tells overloads apart.
        overloads.computeIfAbsent(name, key -> new ArrayList<>()).add(arrow >= 0
                ? CelOverloadDecl.newMemberOverload(text, result, parameters)
                : CelOverloadDecl.newGlobalOverload(text, result, parameters));
    }

    private CelType type() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        String name = text.substring(start, at);
        if (SIMPLE.containsKey(name)) {
            return SIMPLE.get(name);
        }
        if (name.length() == 1) {
            return TypeParamType.create(name);
        }
        return switch (name) {
            case "list" -> ListType.create(arguments().get(0));
            case "optional" -> OptionalType.create(arguments().get(0));
            case "map" -> {
                ImmutableList<CelType> arguments = arguments();
                yield MapType.create(arguments.get(0), arguments.get(1));
            }
            default -> OpaqueType.create(name);
        };
    }

    private ImmutableList<CelType> arguments() {
        var arguments = new ArrayList<CelType>();
        skip("(");
        while (text.charAt(at) != ')') {
            arguments.add(type());
            skip(", ");
        }
        at++;
        return ImmutableList.copyOf(arguments);
    }

    private void skip(String what) {
        if (text.startsWith(what, at)) {
            at += what.length();
        }
    }
}
