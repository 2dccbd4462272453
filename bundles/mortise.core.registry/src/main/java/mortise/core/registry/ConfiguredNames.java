package mortise.core.registry;

import java.util.Optional;
import mortise.api.Syntax;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

/** Provides the domains that names are built with. */
@Component(name = "mortise.core.registry.names", service = ServerNames.class)
@Designate(ocd = NamesConfig.class)
public final class ConfiguredNames implements ServerNames {

    private static final String API_DOMAIN = "k8s.io";
    private static final String LABEL_DOMAIN = "kubernetes.io";

    private final String apiDomain;
    private final String labelDomain;

    @Activate
    public ConfiguredNames(NamesConfig config) {
        apiDomain = checked("api.domain", config.api_domain());
        String byDefault = apiDomain.equals(API_DOMAIN) ? LABEL_DOMAIN : apiDomain;
        labelDomain = checked("label.domain", config.label_domain().isEmpty() ? byDefault : config.label_domain());
    }

    private static String checked(String key, String domain) {
        Optional<String> wrong = Syntax.subdomain(domain);
        if (wrong.isPresent()) {
            throw new IllegalArgumentException(key + ": " + wrong.get());
        }
        return domain;
    }

    @Override
    public String apiDomain() {
        return apiDomain;
    }

    @Override
    public String labelDomain() {
        return labelDomain;
    }
}
