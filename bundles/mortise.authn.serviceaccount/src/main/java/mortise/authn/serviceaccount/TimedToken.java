package mortise.authn.serviceaccount;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.UserInfo;

/** Judges tokens that expire: by the time, and by whether the account and what they are bound to are there. */
final class TimedToken {

    /** How far clocks may differ, and how long what is deleted goes on to count. */
    private static final Duration LEEWAY = Duration.ofSeconds(60);
    private static final String EXTRA = "authentication.kubernetes.io/";

    private final Objects objects;

    TimedToken(Objects objects) {
        this.objects = objects;
    }

    /** @throws RefusedException when the token is not valid, or not any more */
    UserInfo identity(Claims claims, Instant now) throws RefusedException {
        checkTimes(claims, now);
        Claims said = claims.struct(Claims.PRIVATE)
                .orElseThrow(() -> new RefusedException("it says nothing about its account"));
        Claims account = said.struct("serviceaccount")
                .orElseThrow(() -> new RefusedException("it says nothing about its account"));
        String namespace = said.text("namespace");
        if (!claims.text("sub").equals(Claims.subject(namespace, account.text("name")))) {
            throw new RefusedException("its subject is not its account");
        }
        Instant deletedSince = now.minus(LEEWAY);
        require("serviceaccounts", namespace, account, deletedSince);
        bound(said.struct("secret"), "secrets", namespace, deletedSince);
        Optional<Claims> pod = said.struct("pod");
        bound(pod, "pods", namespace, deletedSince);
        Optional<Claims> node = said.struct("node");
        if (pod.isEmpty()) {
            // The node of a pod is only information: the pod is what the token is bound to.
            bound(node, "nodes", "", deletedSince);
        }
        return user(namespace, account, extra(claims, pod, node));
    }

    private void bound(Optional<Claims> reference, String resource, String namespace, Instant deletedSince)
            throws RefusedException {
        if (reference.isPresent()) {
            require(resource, namespace, reference.get(), deletedSince);
        }
    }

    private void require(String resource, String namespace, Claims reference, Instant deletedSince)
            throws RefusedException {
        String name = reference.text("name");
        String uid = reference.text("uid");
        if (name.isEmpty() || uid.isEmpty()) {
            throw new RefusedException("it names something among the " + resource + " without name or uid");
        }
        objects.require(resource, namespace, name, uid, deletedSince);
    }

    private static void checkTimes(Claims claims, Instant now) throws RefusedException {
        OptionalLong expires = claims.seconds("exp");
        if (expires.isEmpty()) {
            throw new RefusedException("it does not expire");
        }
        long leeway = LEEWAY.toSeconds();
        if (now.getEpochSecond() - leeway > expires.getAsLong()) {
            throw new RefusedException("service account token has expired");
        }
        for (String begin : List.of("nbf", "iat")) {
            if (now.getEpochSecond() + leeway < claims.seconds(begin).orElse(Long.MIN_VALUE)) {
                throw new RefusedException("service account token is not valid yet");
            }
        }
    }

    private static Map<String, List<String>> extra(Claims claims, Optional<Claims> pod, Optional<Claims> node) {
        var extra = new LinkedHashMap<String, List<String>>();
        if (!claims.text("jti").isEmpty()) {
            extra.put(EXTRA + "credential-id", List.of("JTI=" + claims.text("jti")));
        }
        pod.ifPresent(reference -> put(extra, "pod", reference));
        node.ifPresent(reference -> put(extra, "node", reference));
        return extra;
    }

    private static void put(Map<String, List<String>> extra, String what, Claims reference) {
        extra.put(EXTRA + what + "-name", List.of(reference.text("name")));
        if (!reference.text("uid").isEmpty()) {
            extra.put(EXTRA + what + "-uid", List.of(reference.text("uid")));
        }
    }

    private static UserInfo user(String namespace, Claims account, Map<String, List<String>> extra) {
        return new UserInfo(Claims.subject(namespace, account.text("name")), account.text("uid"),
                groups(namespace), extra);
    }

    static List<String> groups(String namespace) {
        return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
    }
}
