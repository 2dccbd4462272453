package mortise.core.workload;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import mortise.core.schema.FieldView;

/** What security contexts say about Windows. */
final class WindowsOptions {

    private static final int CREDENTIAL_KIB_MAX = 64;
    private static final int DOMAIN_CHARS_MAX = 256;
    private static final int USER_CHARS_MAX = 104;

    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f]");
    private static final Pattern NET_BIOS = Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
    private static final String DNS_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
    private static final Pattern DNS = Pattern.compile(DNS_LABEL + "(?:\\." + DNS_LABEL + ")*");
    private static final Pattern NOT_IN_USER = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");
    private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");

    private WindowsOptions() {
    }

    static void validate(FieldView options) {
        FieldView credentialName = options.at("gmsaCredentialSpecName");
        if (credentialName.present()) {
            credentialName.subdomain();
        }
        FieldView credential = options.at("gmsaCredentialSpec");
        if (credential.present() && credential.text().isEmpty()) {
            credential.invalid("gmsaCredentialSpec cannot be an empty string");
        } else if (credential.text().length() > CREDENTIAL_KIB_MAX * 1024) {
            credential.invalid("gmsaCredentialSpec size must be under " + CREDENTIAL_KIB_MAX + " KiB");
        }
        if (options.has("runAsUserName")) {
            userName(options.at("runAsUserName"));
        }
    }

    private static void userName(FieldView name) {
        String text = name.text();
        String[] parts = text.split("\\\\", -1);
        if (text.isEmpty()) {
            name.invalid("runAsUserName cannot be an empty string");
        } else if (CONTROL.matcher(text).find()) {
            name.invalid("runAsUserName cannot contain control characters");
        } else if (parts.length > 2) {
            name.invalid("runAsUserName cannot contain more than one backslash");
        } else {
            if (parts.length == 2) {
                domain(name, parts[0]);
            }
            user(name, parts[parts.length - 1]);
        }
    }

    private static void domain(FieldView name, String domain) {
        if (domain.length() >= DOMAIN_CHARS_MAX) {
            name.invalid("runAsUserName's Domain length must be under " + DOMAIN_CHARS_MAX + " characters");
        }
        if (!NET_BIOS.matcher(domain).matches()
                && (domain.length() >= DOMAIN_CHARS_MAX || !DNS.matcher(domain).matches())) {
            name.invalid("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
        }
    }

    private static void user(FieldView name, String user) {
        if (user.isEmpty()) {
            name.invalid("runAsUserName's User cannot be empty");
        } else if (user.length() > USER_CHARS_MAX) {
            name.invalid("runAsUserName's User length must not be longer than " + USER_CHARS_MAX + " characters");
        }
        if (DOTS_AND_SPACES.matcher(user).matches()) {
            name.invalid("runAsUserName's User cannot contain only periods or spaces");
        }
        if (NOT_IN_USER.matcher(user).find()) {
            name.invalid("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
        }
    }

    /** Checks pods with containers that are processes of the host: then all are, in its network. */
    static void hostProcesses(FieldView spec) {
        FieldView ofPod = spec.at("securityContext", "windowsOptions", "hostProcess");
        List<FieldView> containers = Containers.all(spec);
        int count = 0;
        for (FieldView container : containers) {
            FieldView own = container.at("securityContext", "windowsOptions", "hostProcess");
            if (ofPod.present() && own.present() && !Objects.equals(ofPod.value(), own.value())) {
                own.invalid("pod hostProcess value must be identical if both are specified, was " + ofPod.value());
            }
            count += own.flag(ofPod.flag()) ? 1 : 0;
        }
        if (count > 0 && count != containers.size()) {
            spec.invalid("", "If pod contains any hostProcess containers then all containers must be HostProcess"
                    + " containers");
        }
        if (count > 0 && !spec.at("hostNetwork").flag()) {
            spec.at("hostNetwork").invalid(false,
                    "hostNetwork must be true if pod contains any hostProcess containers");
        }
    }
}
