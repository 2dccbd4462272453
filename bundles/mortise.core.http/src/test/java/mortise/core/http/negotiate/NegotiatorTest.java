package mortise.core.http.negotiate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import mortise.api.ApiException;
import mortise.core.http.exchange.Query;
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
        "application/vnd.kubernetes.protobuf, application/json|JSON|OBJECT|''",
        "application/json;as=Table;g=meta.k8s.io;v=v1|JSON|TABLE|v1",
        "application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json|JSON|TABLE|v1beta1",
        "application/json;as=Odd;g=meta.k8s.io;v=v1,application/json|JSON|OBJECT|''",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1|JSON|METADATA|v1",
        "application/json;as=PartialObjectMetadata;g=meta.example.org;v=v1|JSON|METADATA|v1",
        "application/json;stream=watch|JSON|OBJECT|''",
    })
    void choosesTheMostWantedFormThatIsServed(String accept, Format format, Transform transform, String version) {
        Representation chosen = Negotiator.choose(accept, "example.org", false);
        assertThat(chosen.format()).isEqualTo(format);
        assertThat(chosen.transform()).isEqualTo(transform);
        assertThat(chosen.metaVersion()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/*", "garbage", "application/xml, image/png",
        "application/json;q=0", "application/json;as=Table;g=meta.k8s.io;v=v9",
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v2"})
    void refusesWhatIsNotServed(String accept) {
        assertThatThrownBy(() -> Negotiator.choose(accept, "k8s.io", false))
                .isInstanceOfSatisfying(ApiException.class, refusal -> {
                    assertThat(refusal.status().code()).isEqualTo(406);
                    assertThat(refusal.getMessage()).contains("application/json, application/yaml");
                });
    }

    @Test
    void aWatchCannotBeYaml() {
        assertThatThrownBy(() -> Negotiator.choose("application/yaml", "k8s.io", true))
                .isInstanceOf(ApiException.class);
        assertThat(Negotiator.choose("application/yaml, application/json", "k8s.io", true).format())
                .isEqualTo(Format.JSON);
    }

    @ParameterizedTest
    @CsvSource({"'',curl/8.0,true", "'',kubectl/v1.30,false", "pretty=false,curl/8.0,false", "pretty=true,x,true",
        "pretty,x,true", "pretty=0,Mozilla/5.0,false", "'',Mozilla/5.0 (X11),true"})
    void peopleSeeIndentedJson(String query, String userAgent, boolean pretty) {
        assertThat(Negotiator.pretty(Query.parse(query), userAgent)).isEqualTo(pretty);
    }
}
