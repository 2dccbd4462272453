package mortise.core.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Conversions between types. */
final class Conversions {

    private static final Set<String> TRUE = Set.of("1", "t", "true", "TRUE", "True", "T");
    private static final Set<String> FALSE = Set.of("0", "f", "false", "FALSE", "False", "F");

    private Conversions() {
    }

    static void register(Registry registry) {
        registry.add("type", Object.class, value -> new TypeValue(Values.typeName(value)));
        registry.add("dyn", Object.class, value -> value);
        registry.add("int", Long.class, value -> value);
        registry.add("int", Unsigned.class, value -> value.bits() < 0 ? overflow() : (Object) value.bits());
        registry.add("int", Double.class, Conversions::whole);
        registry.add("int", String.class, text -> read("int", () -> Long.parseLong(text)));
        registry.add("int", Instant.class, Instant::getEpochSecond);
        registry.add("int", Duration.class, Duration::toNanos);
        registry.add("uint", Unsigned.class, value -> value);
        registry.add("uint", Long.class, value -> Unsigned.of(BigInteger.valueOf(value)));
        registry.add("uint", Double.class, value -> Unsigned.of(broken(value).toBigInteger()));
        registry.add("uint", String.class,
                text -> read("uint", () -> new Unsigned(Long.parseUnsignedLong(text))));
        registry.add("double", Double.class, value -> value);
        registry.add("double", Long.class, Long::doubleValue);
        registry.add("double", Unsigned.class, value -> value.number().doubleValue());
        registry.add("double", String.class, text -> read("double", () -> Double.parseDouble(text)));
        registry.add("bool", Boolean.class, value -> value);
        registry.add("bool", String.class, Conversions::truth);
        registry.add("bytes", Bytes.class, value -> value);
        registry.add("bytes", String.class, Bytes::of);
        registry.add("timestamp", Instant.class, value -> value);
        registry.add("timestamp", String.class,
                text -> read("google.protobuf.Timestamp", () -> Moments.timestamp(text)));
        registry.add("timestamp", Long.class, Instant::ofEpochSecond);
        registry.add("duration", Duration.class, value -> value);
        registry.add("duration", String.class,
                text -> read("google.protobuf.Duration", () -> Moments.duration(text)));
        registry.add("duration", Long.class, Duration::ofNanos);
        strings(registry);
    }

    private static void strings(Registry registry) {
        registry.add("string", String.class, value -> value);
        registry.add("string", Bytes.class, Conversions::decoded);
        for (Class<?> type : Set.of(Long.class, Unsigned.class, Double.class, Boolean.class, Instant.class,
                Duration.class)) {
            registry.add("string", type, Texts::converted);
        }
    }

    private static Object overflow() {
        throw Fault.of("integer overflow");
    }

    private static Object whole(double value) {
        BigDecimal exact = broken(value);
        try {
            return exact.toBigInteger().longValueExact();
        } catch (ArithmeticException e) {
            return overflow();
        }
    }

    private static BigDecimal broken(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw Fault.of("integer overflow");
        }
        return new BigDecimal(value);
    }

    private static Object truth(String text) {
        if (TRUE.contains(text)) {
            return true;
        }
        if (FALSE.contains(text)) {
            return false;
        }
        throw Fault.of("type conversion error from 'string' to 'bool'");
    }

    private static Object read(String type, Supplier<? extends @Nullable Object> reader) {
        try {
            return Objects.requireNonNull(reader.get());
        } catch (IllegalArgumentException e) {
            throw Fault.of("type conversion error from 'string' to '%s'", type);
        }
    }

    private static String decoded(Bytes bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.array())).toString();
        } catch (CharacterCodingException e) {
            throw Fault.of("invalid UTF-8 in bytes, cannot convert to string");
        }
    }
}
