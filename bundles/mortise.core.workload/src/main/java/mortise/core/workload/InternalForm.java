package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form in which messages of validation show structs: with every field, in the order and with the names that the
 * struct has inside {@code kube-apiserver}. These are not quite those of any version of the API.
 *
 * <p>Types that are not known here are shown as they stand in the tree, with capital letters.
 */
public final class InternalForm {

    /** A field: its name inside, its name in the API, what is inside it, and what it is when absent. */
    private record Member(String name, String json, String type, boolean list, @Nullable Object absent) {
    }

    private static final String POINTER = "*";
    private static final String LIST = "[]";

    /**
     * One line for each type. A field is {@code Name=json:type}; without {@code =json} the name in the API follows
     * from it, and the types are {@code s} text, {@code i} number, {@code b} truth, {@code *T} struct that may be
     * absent, {@code T} struct that is always there, {@code []T} list of structs, and nothing for all else.
     */
    private static final String TYPES = """
            PodSpec Volumes:[]Volume InitContainers:[]Container Containers:[]Container \
            EphemeralContainers:[]EphemeralContainer RestartPolicy:s TerminationGracePeriodSeconds \
            ActiveDeadlineSeconds DNSPolicy:s NodeSelector ServiceAccountName:s AutomountServiceAccountToken \
            NodeName:s SecurityContext:*PodSecurityContext ImagePullSecrets:[]LocalObjectReference Hostname:s \
            Subdomain:s SetHostnameAsFQDN Affinity:*Affinity SchedulerName:s Tolerations:[]Toleration \
            HostAliases:[]HostAlias \
            PriorityClassName:s Priority PreemptionPolicy DNSConfig:*PodDNSConfig ReadinessGates:[]PodReadinessGate \
            RuntimeClassName Overhead EnableServiceLinks TopologySpreadConstraints:[]TopologySpreadConstraint \
            OS:*PodOS SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim \
            Resources:*ResourceRequirements HostnameOverride SchedulingGroup:*PodSchedulingGroup
            PodSecurityContext HostNetwork:b HostPID:b HostIPC:b ShareProcessNamespace HostUsers \
            SELinuxOptions=seLinuxOptions:*SELinuxOptions WindowsOptions:*WindowsSecurityContextOptions RunAsUser \
            RunAsGroup RunAsNonRoot SupplementalGroups SupplementalGroupsPolicy FSGroup FSGroupChangePolicy \
            Sysctls:[]Sysctl SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile \
            SELinuxChangePolicy=seLinuxChangePolicy
            SecurityContext Capabilities:*Capabilities Privileged SELinuxOptions=seLinuxOptions:*SELinuxOptions \
            WindowsOptions:*WindowsSecurityContextOptions RunAsUser RunAsGroup RunAsNonRoot ReadOnlyRootFilesystem \
            AllowPrivilegeEscalation ProcMount SeccompProfile:*SeccompProfile AppArmorProfile:*AppArmorProfile
            Capabilities Add Drop
            SELinuxOptions User:s Role:s Type:s Level:s
            WindowsSecurityContextOptions GMSACredentialSpecName GMSACredentialSpec RunAsUserName HostProcess
            SeccompProfile Type:s LocalhostProfile
            AppArmorProfile Type:s LocalhostProfile
            Sysctl Name:s Value:s
            Container Name:s Image:s Command Args WorkingDir:s Ports:[]ContainerPort EnvFrom:[]EnvFromSource \
            Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy \
            RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice \
            LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle \
            TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:*SecurityContext \
            Stdin:b StdinOnce:b TTY:b
            EphemeralContainer Name:s Image:s Command Args WorkingDir:s Ports:[]ContainerPort EnvFrom:[]EnvFromSource \
            Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy RestartPolicy \
            RestartPolicyRules:[]ContainerRestartRule VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice \
            LivenessProbe:*Probe ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle \
            TerminationMessagePath:s TerminationMessagePolicy:s ImagePullPolicy:s SecurityContext:*SecurityContext \
            Stdin:b StdinOnce:b TTY:b TargetContainerName:s
            ContainerPort Name:s HostPort:i ContainerPort:i Protocol:s HostIP:s
            EnvFromSource Prefix:s ConfigMapRef:*OptionalReference SecretRef:*OptionalReference
            OptionalReference Name:s Optional
            EnvVar Name:s Value:s ValueFrom:*EnvVarSource
            EnvVarSource FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector \
            ConfigMapKeyRef:*KeySelector SecretKeyRef:*KeySelector FileKeyRef:*FileKeySelector
            ObjectFieldSelector APIVersion:s FieldPath:s
            ResourceFieldSelector ContainerName:s Resource:s Divisor:q
            KeySelector Name:s Key:s Optional
            FileKeySelector VolumeName:s Path:s Key:s Optional
            ResourceRequirements Limits Requests Claims:[]ResourceClaim
            ResourceClaim Name:s Request:s
            ContainerResizePolicy ResourceName:s RestartPolicy:s
            VolumeMount Name:s ReadOnly:b RecursiveReadOnly MountPath:s SubPath:s MountPropagation SubPathExpr:s
            VolumeDevice Name:s DevicePath:s
            Probe Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction GRPC:*GRPCAction \
            InitialDelaySeconds:i TimeoutSeconds:i PeriodSeconds:i SuccessThreshold:i FailureThreshold:i \
            TerminationGracePeriodSeconds
            ExecAction Command
            HTTPGetAction Path:s Port:i Host:s Scheme:s HTTPHeaders:[]HTTPHeader
            HTTPHeader Name:s Value:s
            TCPSocketAction Port:i Host:s
            GRPCAction Port:i Service
            Lifecycle PostStart:*LifecycleHandler PreStop:*LifecycleHandler StopSignal
            LifecycleHandler Exec:*ExecAction HTTPGet:*HTTPGetAction TCPSocket:*TCPSocketAction Sleep:*SleepAction
            SleepAction Seconds:i
            LocalObjectReference Name:s
            Affinity NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAffinity
            NodeAffinity RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector \
            PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
            NodeSelector NodeSelectorTerms:[]NodeSelectorTerm
            NodeSelectorTerm MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement
            NodeSelectorRequirement Key:s Operator:s Values
            PreferredSchedulingTerm Weight:i Preference:NodeSelectorTerm
            PodAffinity RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm \
            PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
            PodAffinityTerm LabelSelector Namespaces TopologyKey:s NamespaceSelector MatchLabelKeys MismatchLabelKeys
            WeightedPodAffinityTerm Weight:i PodAffinityTerm:PodAffinityTerm
            Toleration Key:s Operator:s Value:s Effect:s TolerationSeconds
            HostAlias IP:s Hostnames
            PodDNSConfig Nameservers Searches Options:[]PodDNSConfigOption
            PodDNSConfigOption Name:s Value
            PodReadinessGate ConditionType:s
            TopologySpreadConstraint MaxSkew:i TopologyKey:s WhenUnsatisfiable:s LabelSelector MinDomains \
            NodeAffinityPolicy NodeTaintsPolicy MatchLabelKeys
            PodOS Name:s
            PodSchedulingGate Name:s
            PodResourceClaim Name:s ResourceClaimName ResourceClaimTemplateName
            Volume Name:s HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource GCEPersistentDisk \
            AWSElasticBlockStore GitRepo Secret:*SecretVolumeSource NFS:*NFSVolumeSource ISCSI Glusterfs \
            PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD Quobyte FlexVolume Cinder CephFS=cephfs \
            Flocker DownwardAPI:*DownwardAPIVolumeSource FC AzureFile ConfigMap:*ConfigMapVolumeSource VsphereVolume \
            AzureDisk PhotonPersistentDisk Projected:*ProjectedVolumeSource PortworxVolume ScaleIO StorageOS=storageos \
            CSI:*CSIVolumeSource Ephemeral Image:*ImageVolumeSource
            HostPathVolumeSource Path:s Type
            EmptyDirVolumeSource Medium:s SizeLimit
            SecretVolumeSource SecretName:s Items:[]KeyToPath DefaultMode Optional
            NFSVolumeSource Server:s Path:s ReadOnly:b
            PersistentVolumeClaimVolumeSource ClaimName:s ReadOnly:b
            DownwardAPIVolumeSource Items:[]DownwardAPIVolumeFile DefaultMode
            DownwardAPIVolumeFile Path:s FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode
            ConfigMapVolumeSource Name:s Items:[]KeyToPath DefaultMode Optional
            KeyToPath Key:s Path:s Mode
            ProjectedVolumeSource Sources:[]VolumeProjection DefaultMode
            VolumeProjection Secret:*KeyedProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*KeyedProjection \
            ServiceAccountToken:*ServiceAccountTokenProjection ClusterTrustBundle:*ClusterTrustBundleProjection \
            PodCertificate
            KeyedProjection Name:s Items:[]KeyToPath Optional
            DownwardAPIProjection Items:[]DownwardAPIVolumeFile
            ServiceAccountTokenProjection Audience:s ExpirationSeconds:i Path:s
            ClusterTrustBundleProjection Name SignerName LabelSelector Optional Path:s
            CSIVolumeSource Driver:s ReadOnly FSType VolumeAttributes NodePublishSecretRef:*LocalObjectReference
            ImageVolumeSource Reference:s PullPolicy:s
            PersistentVolumeSource GCEPersistentDisk AWSElasticBlockStore HostPath:*HostPathVolumeSource Glusterfs \
            NFS:*NFSVolumeSource RBD Quobyte ISCSI FlexVolume Cinder CephFS=cephfs FC Flocker AzureFile VsphereVolume \
            AzureDisk PhotonPersistentDisk PortworxVolume ScaleIO Local StorageOS=storageos CSI
            PersistentVolumeClaimSpec AccessModes Selector Resources:VolumeResourceRequirements VolumeName:s \
            StorageClassName VolumeMode DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference \
            VolumeAttributesClassName
            VolumeResourceRequirements Limits Requests
            TypedLocalObjectReference APIGroup Kind:s Name:s
            TypedObjectReference APIGroup Kind:s Name:s Namespace
            """;

    private static final class Table {
        static final Map<String, List<Member>> MEMBERS = parse();
    }

    private InternalForm() {
    }

    /**
     * Returns a struct of the tree in the form of messages.
     *
     * @param type its type without group and version, for example {@code PodSpec}
     * @param value the struct, or {@code null}
     */
    public static @Nullable Object show(String type, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> struct)) {
            return value;
        }
        List<Member> members = Table.MEMBERS.get(type);
        return members == null ? capitalized(struct) : fields(members, struct, struct);
    }

    /** Returns the spec of a pod in the form of messages: some of its fields stand in its security context there. */
    public static @Nullable Object podSpec(@Nullable Object spec) {
        Object shown = show("PodSpec", spec);
        if (shown instanceof Map<?, ?> fields && spec instanceof Map<?, ?> struct
                && struct.get("securityContext") instanceof Map<?, ?> context) {
            @SuppressWarnings("unchecked")
            var all = (Map<String, @Nullable Object>) fields;
            all.put("SecurityContext", fields(members("PodSecurityContext"), context, struct));
        }
        return shown;
    }

    private static List<Member> members(String type) {
        return Table.MEMBERS.getOrDefault(type, List.of());
    }

    /** Shows the fields of a struct; those which it does not have may stand in a second one. */
    private static Map<String, @Nullable Object> fields(List<Member> members, Map<?, ?> struct, Map<?, ?> second) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        boolean merge = struct != second;
        for (Member member : members) {
            Object value = struct.get(member.json());
            if (value == null && merge && (member.json().startsWith("host") || member.json().startsWith("share"))) {
                value = second.get(member.json());
            }
            shown.put(member.name(), member(member, value));
        }
        return shown;
    }

    private static @Nullable Object member(Member member, @Nullable Object value) {
        if (value == null) {
            return member.absent() instanceof Map ? show(member.type(), member.absent()) : member.absent();
        }
        if (member.list() && value instanceof List<?> list) {
            List<@Nullable Object> shown = new ArrayList<>();
            list.forEach(item -> shown.add(show(member.type(), item)));
            return shown;
        }
        return member.type().isEmpty() ? value : show(member.type(), value);
    }

    private static Map<String, @Nullable Object> capitalized(Map<?, ?> struct) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        struct.forEach((key, value) -> {
            String name = (String) key;
            shown.put(name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1),
                    value instanceof Map<?, ?> inner ? capitalized(inner) : value);
        });
        return shown;
    }

    private static Map<String, List<Member>> parse() {
        Map<String, List<Member>> types = new HashMap<>();
        for (String line : TYPES.split("\n")) {
            String[] words = line.trim().split(" +");
            List<Member> members = new ArrayList<>();
            for (int at = 1; at < words.length; at++) {
                members.add(parseMember(words[at]));
            }
            types.put(words[0], members);
        }
        return types;
    }

    private static Member parseMember(String word) {
        int colon = word.indexOf(':');
        String kind = colon < 0 ? "" : word.substring(colon + 1);
        String names = colon < 0 ? word : word.substring(0, colon);
        int equals = names.indexOf('=');
        String name = equals < 0 ? names : names.substring(0, equals);
        String json = equals < 0 ? jsonName(names) : names.substring(equals + 1);
        return switch (kind) {
            case "" -> new Member(name, json, "", false, null);
            case "s" -> new Member(name, json, "", false, "");
            case "i" -> new Member(name, json, "", false, 0L);
            case "b" -> new Member(name, json, "", false, false);
            case "q" -> new Member(name, json, "", false, "0");
            default -> kind.startsWith(LIST) ? new Member(name, json, kind.substring(LIST.length()), true, null)
                    : kind.startsWith(POINTER) ? new Member(name, json, kind.substring(POINTER.length()), false, null)
                    : new Member(name, json, kind, false, Map.of());
        };
    }

    /** Returns the name in the API: the capital letters that start it become small, but the last of several stays. */
    private static String jsonName(String name) {
        int capitals = 0;
        while (capitals < name.length() && Character.isUpperCase(name.charAt(capitals))) {
            capitals++;
        }
        int small = capitals > 1 && capitals < name.length() ? capitals - 1 : capitals;
        return name.substring(0, small).toLowerCase(Locale.ROOT) + name.substring(small);
    }
}
