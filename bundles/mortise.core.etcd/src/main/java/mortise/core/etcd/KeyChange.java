package mortise.core.etcd;

/**
 * That some key was changed.
 *
 * @param revision of the change
 * @param key as etcd has it, which may be one of another cluster; see {@link EtcdChanges#spelled}
 */
public record KeyChange(long revision, String key) {
}
