package mortise.core.etcd;

/**
 * What a member says about itself.
 *
 * @param version such as {@code 3.5.13}
 * @param revision the latest one that it knows
 */
public record MemberStatus(String version, long revision) {
}
