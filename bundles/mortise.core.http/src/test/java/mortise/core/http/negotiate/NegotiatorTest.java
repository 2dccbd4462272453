package mortise.core.http.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import mortise.api.ApiException;
import mortise.core.http.exchange.Query;
import mortise.core.http.negotiate.Negotiator.Offer;
import mortise.core.http.negotiate.Representation.Format;
import mortise.core.http.negotiate.Representation.Transform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NegotiatorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|JSON|OBJECT|''",
        "application/json|JSON|OBJECT|''",
        "*/*|JSON|OBJECT|''",
        "application/yaml|YAML|OBJECT|''",
        "application/json; charset=utf-8|JSON|OBJECT|''",
        "text/html, application/json;q=0.5|JSON|OBJECT|''",
        "application/json;q=0.2, application/yaml;q=0.9|YAML|OBJECT|''",
        "application/yaml, */*;q=0.1|YAML|OBJECT|''",
        "application/cbor, application/json|JSON|OBJECT|''",
        "application/vnd.kubernetes.protobuf, application/json|PROTOBUF|OBJECT|''",
        "application/vnd.service.protobuf;stream=watch|PROTOBUF|OBJECT|''",
        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1|PROTOBUF|METADATA"
                + "|meta.k8s.io/v1",
        "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1,application/json|JSON|OBJECT|''",
        "application/json;as=Table;g=meta.k8s.io;v=v1|JSON|TABLE|meta.k8s.io/v1",
        "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json|JSON|TABLE|meta.k8s.io/v1beta1",
        "application/json;as=Odd;g=meta.k8s.io;v=v1,application/json|JSON|OBJECT|''",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1|JSON|METADATA|meta.k8s.io/v1",
        "application/json;as=PartialObjectMetadata;g=meta.example.org;v=v1|JSON|METADATA|meta.example.org/v1",
        "application/json;stream=watch|JSON|OBJECT|''",
    })
    void choosesTheMostWantedFormThatIsServed(String accept, Format format, Transform transform, String version) {
        Representation chosen = Negotiator.choose(accept, "example.org", new Offer(true, false, false));
        assertThat(chosen.format()).isEqualTo(format);
        assertThat(chosen.transform()).isEqualTo(transform);
        assertThat(chosen.metaVersion()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/*", "garbage", "application/xml, image/png",
        "application/json;q=0", "application/json;as=Table;g=meta.k8s.io;v=v9",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v2", "application/cbor",
        "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1"})
    void refusesWhatIsNotServed(String accept) {
        assertThatThrownBy(() -> Negotiator.choose(accept, "k8s.io", new Offer(true, false, false)))
                .isInstanceOfSatisfying(ApiException.class, refusal -> {
                    assertThat(refusal.status().code()).isEqualTo(406);
                    assertThat(refusal.getMessage()).endsWith(
                            "application/json, application/yaml, application/vnd.kubernetes.protobuf");
                });
    }

    @Test
    void whatAnAnswerCannotBeIsRefused() {
        for (String kind : new String[] {"PartialObjectMetadata", "PartialObjectMetadataList", "Table"}) {
            var offer = new Offer(true, false, false, Set.of(kind));
            String accept = "application/json;as=" + kind + ";g=meta.k8s.io;v=v1";
            assertThatThrownBy(() -> Negotiator.choose(accept, "k8s.io", offer)).isInstanceOfSatisfying(
                    ApiException.class, refusal -> assertThat(refusal.status().code()).isEqualTo(406));
            assertThat(Negotiator.choose(accept + ",application/json", "k8s.io", offer).transform())
                    .isEqualTo(Transform.OBJECT);
        }
    }

    @Test
    void aWatchCannotBeYaml() {
        var watch = new Offer(true, true, true);
        assertThatThrownBy(() -> Negotiator.choose("application/yaml", "k8s.io", watch))
                .isInstanceOf(ApiException.class);
        assertThat(Negotiator.choose("application/yaml, application/json", "k8s.io", watch).format())
                .isEqualTo(Format.JSON);
    }

    @Test
    void notEveryKindIsServedInProtobuf() {
        var json = new Offer(false, false, false);
        assertThatThrownBy(() -> Negotiator.choose("application/vnd.kubernetes.protobuf", "k8s.io", json))
                .hasMessageStartingWith("only the following media types are accepted: ");
        assertThat(Negotiator.choose("application/vnd.kubernetes.protobuf,application/json", "k8s.io", json).format())
                .isEqualTo(Format.JSON);
    }

    @Test
    void cborIsServedWhenItIsSwitchedOn() {
        var offer = new Offer(true, true, true);
        assertThat(Negotiator.choose("application/cbor", "k8s.io", offer).streamType())
                .isEqualTo("application/cbor-seq");
        assertThatThrownBy(() -> Negotiator.choose("application/cbor-seq", "k8s.io", offer))
                .hasMessageContaining("only the following").hasMessageEndingWith(", application/cbor");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|application/json", "text/html|application/json", "text/html,application/yaml|application/yaml",
        "application/vnd.kubernetes.protobuf,application/json|application/vnd.kubernetes.protobuf",
        "application/vnd.service.protobuf|application/vnd.service.protobuf", "application/cbor|application/json"})
    void errorsComeInTheFirstFormThatIsServed(String accept, String mediaType) {
        assertThat(Negotiator.forErrors(accept, false).mediaType()).isEqualTo(mediaType);
        assertThat(Negotiator.forErrors("application/cbor", true).format()).isEqualTo(Format.CBOR);
    }

    @ParameterizedTest
    @CsvSource({"'',curl/8.0,true", "'',kubectl/v1.30,false", "pretty=false,curl/8.0,false", "pretty=true,x,true",
        "pretty,x,true", "pretty=0,Mozilla/5.0,false", "'',Mozilla/5.0 (X11),true"})
    void peopleSeeIndentedJson(String query, String userAgent, boolean pretty) {
        assertThat(Negotiator.pretty(Query.parse(query), userAgent)).isEqualTo(pretty);
    }
}
