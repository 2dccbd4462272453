package mortise.core.workload;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import mortise.core.schema.Addresses;
import mortise.core.schema.Amounts;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.Names;
import mortise.core.schema.ResourceNames;

/** Validation of {@code core.v1.PodSpec}, of pods and of templates for them. */
public final class PodSpecs {

    private static final int NAME_SERVERS_MAX = 3;
    private static final int SEARCHES_MAX = 32;
    private static final int SEARCH_CHARS_MAX = 2048;
    private static final int HOSTNAME_BYTES_MAX = 64;

    /**
     * What a spec belongs to.
     *
     * @param pod whether it is the spec of a pod, and not of a template
     * @param podName the name of the pod; empty when it has none yet, and for templates
     */
    public record Options(boolean pod, String podName) {

        /** A template for pods. */
        public static final Options TEMPLATE = new Options(false, "");

        /** A pod. */
        public static Options ofPod(String name) {
            return new Options(true, name);
        }
    }

    private PodSpecs() {
    }

    /** Checks a spec after its defaults have been applied. */
    public static void validate(FieldView spec, Options options) {
        if (!spec.has("terminationGracePeriodSeconds")) {
            spec.at("terminationGracePeriodSeconds").required("");
        }
        containers(spec, options);
        hostPorts(spec, options);
        restartPolicy(spec.at("restartPolicy"));
        dnsPolicy(spec.at("dnsPolicy"));
        LabelSelectors.labels(spec.at("nodeSelector"));
        SecurityContexts.ofPod(spec);
        Affinities.validate(spec.at("affinity"));
        dnsConfig(spec);
        spec.at("readinessGates").items().forEach(gate -> gate.at("conditionType").qualifiedName());
        Scheduling.gates(spec.at("schedulingGates"));
        Scheduling.spread(spec.at("topologySpreadConstraints"));
        WindowsOptions.hostProcesses(spec);
        hostUsers(spec);
        names(spec);
        OperatingSystems.validate(spec);
    }

    private static void containers(FieldView spec, Options options) {
        Map<String, FieldView> volumes = Volumes.validate(spec.at("volumes"), options);
        Set<String> claims = new HashSet<>();
        spec.at("resourceClaims").items().stream().map(claim -> claim.at("name").text())
                .filter(name -> !name.isEmpty()).forEach(claims::add);
        resourceClaims(spec.at("resourceClaims"));
        var context = new Containers.Context(volumes, claims, spec);
        Containers.regular(spec.at("containers"), context);
        Containers.init(spec.at("initContainers"), context);
        Containers.ephemeral(spec.at("ephemeralContainers"), context);
        Resources.ofPod(spec, claims);
    }

    private static void resourceClaims(FieldView claims) {
        Set<String> names = new HashSet<>();
        for (FieldView claim : claims.items()) {
            FieldView name = claim.at("name").requireText();
            if (names.contains(name.text())) {
                name.duplicate();
            } else if (!name.text().isEmpty()) {
                name.label();
                names.add(name.text());
            }
            FieldView own = claim.at("resourceClaimName");
            FieldView template = claim.at("resourceClaimTemplateName");
            if (own.present() && template.present()) {
                claim.invalid(InternalForm.show("PodResourceClaim", claim.value()),
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            }
            if (!own.present() && !template.present()) {
                claim.invalid(InternalForm.show("PodResourceClaim", claim.value()),
                        "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
            optionalName(own, own.present());
            optionalName(template, template.present());
        }
    }

    private static void optionalName(FieldView name, boolean given) {
        if (given) {
            name.subdomain();
        }
    }

    private static void hostPorts(FieldView spec, Options options) {
        if (!spec.at("hostNetwork").flag()) {
            return;
        }
        for (FieldView container : spec.at("containers").items()) {
            for (FieldView port : container.at("ports").items()) {
                long hostPort = port.at("hostPort").number(0);
                // A template may leave it open: pods made from it get it by default.
                if ((options.pod() || hostPort != 0) && hostPort != port.at("containerPort").number(0)) {
                    port.at("hostPort").invalid(hostPort, "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }

    private static void restartPolicy(FieldView policy) {
        if (policy.text().isEmpty()) {
            policy.required("");
        } else {
            policy.oneOf("Always", "OnFailure", "Never");
        }
    }

    private static void dnsPolicy(FieldView policy) {
        if (policy.text().isEmpty()) {
            policy.required("");
        } else {
            policy.oneOf("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
        }
    }

    private static void dnsConfig(FieldView spec) {
        FieldView config = spec.at("dnsConfig");
        FieldView servers = config.at("nameservers");
        if (spec.at("dnsPolicy").isOneOf("None")) {
            if (!config.present()) {
                config.required("must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (servers.isEmpty()) {
                servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (!config.present()) {
            return;
        }
        if (servers.size() > NAME_SERVERS_MAX) {
            servers.invalid("must not have more than " + NAME_SERVERS_MAX + " nameservers");
        }
        servers.items().forEach(Checks::ip);
        searches(config.at("searches"));
        for (FieldView option : config.at("options").items()) {
            if (option.at("name").text().isEmpty()) {
                option.required("must not be empty");
            }
        }
    }

    private static void searches(FieldView searches) {
        if (searches.size() > SEARCHES_MAX) {
            searches.invalid("must not have more than " + SEARCHES_MAX + " search paths");
        }
        if (String.join(" ", searches.texts()).length() > SEARCH_CHARS_MAX) {
            searches.invalid("must not have more than " + SEARCH_CHARS_MAX
                    + " characters (including spaces) in the search list");
        }
        for (FieldView search : searches.items()) {
            String text = search.text();
            if (!text.equals(".")) {
                String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
                search.with(name).checkAll(Names::subdomainWithUnderscore);
            }
        }
    }

    private static void hostUsers(FieldView spec) {
        if (spec.at("hostUsers").flag(true)) {
            return;
        }
        String why = "when `pod.Spec.HostUsers` is false";
        for (String field : new String[] {"hostNetwork", "hostPID", "hostIPC"}) {
            if (spec.at(field).flag()) {
                String shown = field.equals("hostNetwork") ? field : "H" + field.substring(1);
                spec.at(shown).forbidden(why);
            }
        }
    }

    private static void names(FieldView spec) {
        optionalName(spec.at("serviceAccountName"), !spec.at("serviceAccountName").isEmpty());
        optionalName(spec.at("nodeName"), !spec.at("nodeName").isEmpty());
        if (spec.has("activeDeadlineSeconds")) {
            spec.at("activeDeadlineSeconds").inRange(1, Integer.MAX_VALUE);
        }
        hostname(spec);
        Scheduling.tolerations(spec.at("tolerations"));
        hostAliases(spec.at("hostAliases"));
        optionalName(spec.at("priorityClassName"), !spec.at("priorityClassName").isEmpty());
        optionalName(spec.at("runtimeClassName"), spec.has("runtimeClassName"));
        FieldView preemption = spec.at("preemptionPolicy");
        if (preemption.present()) {
            preemption.oneOf("PreemptLowerPriority", "Never");
        }
        overhead(spec.at("overhead"));
    }

    private static void hostname(FieldView spec) {
        for (String field : new String[] {"hostname", "subdomain"}) {
            if (!spec.at(field).isEmpty()) {
                spec.at(field).label();
            }
        }
        FieldView override = spec.at("hostnameOverride");
        if (override.present()) {
            override.subdomain().bytesAtMost(HOSTNAME_BYTES_MAX);
            if (spec.at("setHostnameAsFQDN").flag()) {
                override.invalid("may not be specified when setHostnameAsFQDN is true");
            }
            if (spec.at("hostNetwork").flag()) {
                override.invalid("may not be specified when hostNetwork is true");
            }
        }
    }

    private static void hostAliases(FieldView aliases) {
        for (FieldView alias : aliases.items()) {
            alias.at("ip").check(Addresses::strictIpFault);
            alias.at("hostnames").items().forEach(FieldView::subdomain);
        }
    }

    private static void overhead(FieldView overhead) {
        overhead.entries().forEach((name, amount) -> {
            ResourceNames.checkForContainer(amount, name);
            ResourceNames.checkAmount(amount, name);
        });
    }

    /** Returns the class of service that a spec gives: {@code Guaranteed}, {@code Burstable} or {@code BestEffort}. */
    public static String qosClass(FieldView spec) {
        FieldView whole = spec.at("resources");
        if (!whole.at("requests").isEmpty() || !whole.at("limits").isEmpty()) {
            return isGuaranteed(whole) ? "Guaranteed" : hasAmounts(whole) ? "Burstable" : "BestEffort";
        }
        boolean guaranteed = true;
        boolean any = false;
        for (String list : new String[] {"containers", "initContainers"}) {
            for (FieldView container : spec.at(list).items()) {
                guaranteed &= isGuaranteed(container.at("resources"));
                any |= hasAmounts(container.at("resources"));
            }
        }
        return !any ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
    }

    private static boolean hasAmounts(FieldView resources) {
        return isPositive(resources.at("requests", "cpu")) || isPositive(resources.at("requests", "memory"))
                || isPositive(resources.at("limits", "cpu")) || isPositive(resources.at("limits", "memory"));
    }

    private static boolean isGuaranteed(FieldView resources) {
        for (String name : new String[] {"cpu", "memory"}) {
            FieldView limit = resources.at("limits", name);
            FieldView request = resources.at("requests", name);
            if (!isPositive(limit) || request.present() && Amounts.compare(request.value(), limit.value()) != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPositive(FieldView amount) {
        return Amounts.of(amount.value()).signum() > 0;
    }
}
