package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The admission plug-ins of kube-apiserver 1.36: their order, and which are on by default. */
final class KnownAdmission {

    /** In the order in which they are asked. What sees objects as they will be stored comes last. */
    static final List<String> ORDER = List.of(
            "AlwaysAdmit",
            "NamespaceAutoProvision",
            "NamespaceLifecycle",
            "NamespaceExists",
            "LimitPodHardAntiAffinityTopology",
            "LimitRanger",
            "ServiceAccount",
            "NodeRestriction",
            "TaintNodesByCondition",
            "AlwaysPullImages",
            "ImagePolicyWebhook",
            "PodSecurity",
            "PodNodeSelector",
            "Priority",
            "DefaultTolerationSeconds",
            "PodTolerationRestriction",
            "EventRateLimit",
            "ExtendedResourceToleration",
            "DefaultStorageClass",
            "StorageObjectInUseProtection",
            "OwnerReferencesPermissionEnforcement",
            "PersistentVolumeClaimResize",
            "RuntimeClass",
            "CertificateApproval",
            "CertificateSigning",
            "ClusterTrustBundleAttest",
            "CertificateSubjectRestriction",
            "DefaultIngressClass",
            "DenyServiceExternalIPs",
            "PodTopologyLabels",
            "PodGroupWorkloadExists",
            "NodeDeclaredFeatureValidator",
            "MutatingAdmissionPolicy",
            "MutatingAdmissionWebhook",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionWebhook",
            "ResourceQuota",
            "AlwaysDeny");

    /** All others are on. */
    static final Set<String> OFF_BY_DEFAULT = Set.of(
            "AlwaysAdmit",
            "AlwaysDeny",
            "AlwaysPullImages",
            "DenyServiceExternalIPs",
            "EventRateLimit",
            "ExtendedResourceToleration",
            "ImagePolicyWebhook",
            "LimitPodHardAntiAffinityTopology",
            "NamespaceAutoProvision",
            "NamespaceExists",
            "NodeRestriction",
            "OwnerReferencesPermissionEnforcement",
            "PodNodeSelector",
            "PodTolerationRestriction");

    /** Where plug-ins that are not listed go: before this one. */
    private static final int OTHERS = ORDER.indexOf("MutatingAdmissionPolicy");

    private KnownAdmission() {
    }

    static boolean knows(String name) {
        return ORDER.contains(name);
    }

    /** Returns a number by which plug-ins are sorted; those that are not listed have the same. */
    static int position(Optional<String> name) {
        int listed = name.map(ORDER::indexOf).orElse(-1);
        if (listed < 0) {
            return OTHERS;
        }
        return listed < OTHERS ? listed : listed + 1;
    }
}
