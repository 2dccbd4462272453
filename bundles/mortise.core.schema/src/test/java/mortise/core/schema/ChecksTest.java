package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksTest {

    private final List<FieldError> errors = new ArrayList<>();

    private void reports(Object value, Consumer<FieldView> check, String... expected) {
        errors.clear();
        check.accept(FieldView.of(FieldPath.of("x"), value, errors));
        assertThat(errors).extracting(FieldError::toString).containsExactly(expected);
    }

    private static Map<String, Object> expression(String key, String operator, String... values) {
        return Map.of("key", key, "operator", operator, "values", List.of(values));
    }

    @Test
    void labelSelectorsNeedOperatorsThatFitTheirValues() {
        reports(null, LabelSelectors::validate);
        reports(Map.of("matchLabels", Map.of("a", "b")), LabelSelectors::validate);
        reports(Map.of("matchExpressions", List.of(expression("a", "In"))), LabelSelectors::validate,
                "x.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'");
        reports(Map.of("matchExpressions", List.of(expression("a", "Exists", "b"))), LabelSelectors::validate,
                "x.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or"
                + " 'DoesNotExist'");
        reports(Map.of("matchExpressions", List.of(expression("a", "Near"))), LabelSelectors::validate,
                "x.matchExpressions[0].operator: Invalid value: \"Near\": not a valid selector operator");
        reports(Map.of("matchExpressions", List.of(expression("a", "In", "b c"))), LabelSelectors::validate,
                "x.matchExpressions[0].values[0]: Invalid value: \"b c\": a valid label must be an empty string or"
                + " consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                + " character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is"
                + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }

    @Test
    void labelSelectorsMatchLabels() {
        FieldView selector = FieldView.of(FieldPath.of("x"), Map.of("matchLabels", Map.of("a", "1"),
                "matchExpressions", List.of(expression("b", "NotIn", "2"), expression("c", "DoesNotExist"))), errors);
        assertThat(LabelSelectors.matches(selector, Map.of("a", "1"))).isTrue();
        assertThat(LabelSelectors.matches(selector, Map.of("a", "1", "b", "2"))).isFalse();
        assertThat(LabelSelectors.matches(selector, Map.of("a", "1", "c", ""))).isFalse();
        assertThat(LabelSelectors.matches(selector, Map.of("a", "2"))).isFalse();
        assertThat(LabelSelectors.isEmpty(selector)).isFalse();
        assertThat(LabelSelectors.isEmpty(selector.with(Map.of()))).isTrue();
    }

    @Test
    void nodeSelectorsNeedTerms() {
        reports(Map.of(), LabelSelectors::nodeSelector,
                "x.nodeSelectorTerms: Required value: must have at least one node selector term");
        reports(Map.of("matchExpressions", List.of(expression("a", "Gt"))), LabelSelectors::nodeSelectorTerm,
                "x.matchExpressions[0].values: Required value: must be specified single value when `operator` is 'Lt'"
                + " or 'Gt'");
        reports(Map.of("matchFields", List.of(expression("a", "In", "n"))), LabelSelectors::nodeSelectorTerm,
                "x.matchFields[0].key: Invalid value: \"a\": not a valid field selector key");
        reports(Map.of("matchExpressions", List.of(expression("a", "In", "b c"))), LabelSelectors::preferredTerm);
    }

    @Test
    void annotationsAreBoundedTogether() {
        reports(Map.of("UPPER.io/a", "v"), Checks::annotations);
        reports(Map.of("a", "v".repeat(Checks.ANNOTATION_BYTES_MAX - 1)), Checks::annotations);
        reports(Map.of("a", "v".repeat(Checks.ANNOTATION_BYTES_MAX)), Checks::annotations,
                "x: Too long: may not be more than 262144 bytes");
    }

    @Test
    void portsAreNumbersOrNames() {
        reports(80L, Checks::portOrName);
        reports("http", Checks::portOrName);
        reports(0L, Checks::portOrName, "x: Invalid value: 0: must be between 1 and 65535, inclusive");
        reports("UPPER", Checks::portOrName,
                "x: Invalid value: \"UPPER\": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                "x: Invalid value: \"UPPER\": must contain at least one letter (a-z)");
        reports("-a--b-", Checks::portOrName,
                "x: Invalid value: \"-a--b-\": must not contain consecutive hyphens",
                "x: Invalid value: \"-a--b-\": must not begin or end with a hyphen");
        reports("a234567890123456", Checks::portOrName,
                "x: Invalid value: \"a234567890123456\": must be no more than 15 characters");
    }

    @Test
    void countsMayBePercentages() {
        reports("25%", Checks::countOrPercent);
        reports("x%", Checks::countOrPercent, "x: Invalid value: \"x%\": a valid percent string must be a numeric"
                + " string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
        reports(-1L, Checks::countOrPercent, "x: Invalid value: -1: must be greater than or equal to 0");
        reports("150%", Checks::atMostAll, "x: Invalid value: \"150%\": must not be greater than 100%");
        reports("100%", Checks::atMostAll);
        reports(150L, Checks::atMostAll);
    }

    @Test
    void pathsStayInside() {
        reports("a/b", Checks::localNonReservedPath);
        reports("/a", Checks::localNonReservedPath, "x: Invalid value: \"/a\": must be a relative path");
        reports("a/../../b", Checks::localNonReservedPath, "x: Invalid value: \"a/../../b\": must not contain '..'");
        reports("..a", Checks::localNonReservedPath, "x: Invalid value: \"..a\": must not start with '..'");
        reports("..a", Checks::localDescendingPath);
    }

    @Test
    void hostsMayHaveOneWildcard() {
        reports("*.example.com", Checks::hostOrWildcard);
        reports("a.example.com", Checks::hostOrWildcard);
        reports("1.2.3.4", Checks::hostOrWildcard,
                "x: Invalid value: \"1.2.3.4\": must be a DNS name, not an IP address");
        Checks.hostOrWildcard(FieldView.of(FieldPath.of("x"), "*.*.x", errors));
        assertThat(errors).last().asString().contains("a wildcard DNS-1123 subdomain must start with '*.'");
    }

    @Test
    void timeZonesAreNamesOfTheDatabase() {
        reports(null, Checks::timeZone);
        reports("Europe/Berlin", Checks::timeZone);
        reports("Etc/UTC", Checks::timeZone);
        reports("", Checks::timeZone, "x: Invalid value: \"\": timeZone must be nil or non-empty string");
        reports("LOCAL", Checks::timeZone, "x: Invalid value: \"LOCAL\": timeZone must be an explicit time zone as"
                + " defined in https://www.iana.org/time-zones");
        reports("Mars/Base", Checks::timeZone, "x: Invalid value: \"Mars/Base\": unknown time zone Mars/Base");
        reports("+01:00", Checks::timeZone, "x: Invalid value: \"+01:00\": unknown time zone +01:00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"* * * * *", "*/15 0-6 1,15 JAN-mar sun", "0 0 ? * 1/2", "@daily", "@every 1h30m",
        "TZ=UTC 0 0 * * *", "5/10 * * * *"})
    void schedulesHaveFiveFieldsOrAMacro(String schedule) {
        assertThat(Checks.cronSchedule(schedule)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "* * * | expected exactly 5 fields, found 3: [* * *]",
        "60 * * * * | end of range (60) above maximum (59): 60",
        "* * 0 * * | beginning of range (0) below minimum (1): 0",
        "5-2 * * * * | beginning of range (5) beyond end of range (2): 5-2",
        "*/0 * * * * | step of range should be a positive number: */0",
        "1/2/3 * * * * | too many slashes: 1/2/3",
        "1-2-3 * * * * | too many hyphens: 1-2-3",
        "x * * * * | failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax",
        "@often | unrecognized descriptor: @often"
    })
    void schedulesWithFaultsAreExplained(String schedule, String fault) {
        assertThat(Checks.cronSchedule(schedule)).contains(fault);
    }

    @Test
    void resourceNamesAreStandardOrQualified() {
        reports(null, view -> ResourceNames.checkForContainer(view, "cpu"));
        reports(null, view -> ResourceNames.checkForContainer(view, "hugepages-2Mi"));
        reports(null, view -> ResourceNames.checkForContainer(view, "example.com/gpu"));
        reports(null, view -> ResourceNames.checkForContainer(view, "gpu"),
                "x: Invalid value: \"gpu\": must be a standard resource type or fully qualified",
                "x: Invalid value: \"gpu\": must be a standard resource for containers");
        reports(null, view -> ResourceNames.checkForContainer(view, "requests.a/b"),
                "x: Invalid value: \"requests.a/b\": doesn't follow extended resource name standard");
        reports(null, view -> ResourceNames.checkForQuota(view, "weird"),
                "x: Invalid value: \"weird\": must be a standard resource type or fully qualified",
                "x: Invalid value: \"weird\": must be a standard resource for quota");
        reports("1500m", view -> ResourceNames.checkAmount(view, "pods"),
                "x: Invalid value: \"1500m\": must be an integer");
        reports("1500m", view -> ResourceNames.checkAmount(view, "cpu"));
        reports("1500m", view -> ResourceNames.checkAmount(view, "example.com/gpu"),
                "x: Invalid value: \"1500m\": must be an integer");
    }

    @Test
    void keysOfConfigMapsAreFileNames() {
        assertThat(Names.configKey("a.B_c-1")).isEmpty();
        assertThat(Names.configKey("..")).containsExactly("must not be '..'");
        assertThat(Names.configKey("..a")).containsExactly("must not start with '..'");
        assertThat(Names.configKey("bad/key")).containsExactly("a valid config key must consist of alphanumeric"
                + " characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for"
                + " validation is '[-._a-zA-Z0-9]+')");
    }

    @Test
    void namesLikeDomainsHaveSegments() {
        reports("a.b.c", Checks::hookName);
        reports("a.b", Checks::hookName,
                "x: Invalid value: \"a.b\": should be a domain with at least three segments separated by dots");
        reports(null, Checks::hookName, "x: Required value");
        reports("a.io/b", Checks::domainPrefixedPath);
        reports("a.io", Checks::domainPrefixedPath,
                "x: Invalid value: \"a.io\": must be a domain-prefixed path (such as \"acme.io/foo\")");
    }

    @Test
    void webhooksAreReachedByHttps() {
        reports(Map.of("url", "https://a.b/c"), WebhookClients::validate);
        reports(Map.of(), WebhookClients::validate, "x: Required value: exactly one of url or service is required");
        reports(Map.of("url", "http://a.b/c"), WebhookClients::validate, "x.url: Invalid value: \"http\": 'https' is"
                + " the only allowed URL scheme; desired format: https://host[/path]");
        reports(Map.of("url", "https://u@a.b/c?q#f"), WebhookClients::validate,
                "x.url: Invalid value: \"u\": user information is not permitted in the URL",
                "x.url: Invalid value: \"f\": fragments are not permitted in the URL",
                "x.url: Invalid value: \"q\": query parameters are not permitted in the URL");
        reports(service("name", "s", "namespace", "n", "path", "/a/b/", "port", 99999L), WebhookClients::validate,
                "x.service.port: Invalid value: 99999: port is not valid: must be between 1 and 65535, inclusive");
        reports(service("name", "s", "namespace", "n", "path", "/a//b", "port", 443L), WebhookClients::validate,
                "x.service.path: Invalid value: \"/a//b\": segment[1] may not be empty");
    }

    private static Map<String, Object> service(Object... fields) {
        return Map.of("service", Map.of(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6],
                fields[7]));
    }
}
