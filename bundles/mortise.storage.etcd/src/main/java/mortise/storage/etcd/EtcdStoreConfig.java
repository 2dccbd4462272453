package mortise.storage.etcd;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of the etcd backend. */
@ObjectClassDefinition(name = "Storage: etcd",
    description = "The store on etcd, used with --storage-backend=etcd. Changes take effect when it is opened again.")
public @interface EtcdStoreConfig {

    /** Addresses of etcd's members. */
    @AttributeDefinition(name = "--etcd-servers",
        description = "Addresses of etcd's members, for example https://a:2379,https://b:2379.")
    String[] etcd_servers() default {"http://127.0.0.1:2379"};

    /** File with the authorities that sign the certificates of the members. */
    @AttributeDefinition(name = "--etcd-cafile",
        description = "File (PEM) with the authorities that sign the certificates of etcd's members.")
    String etcd_cafile() default "";

    /** File with the certificate that is shown to etcd. */
    @AttributeDefinition(name = "--etcd-certfile", description = "File (PEM) with the certificate to show to etcd.")
    String etcd_certfile() default "";

    /** File with its private key. */
    @AttributeDefinition(name = "--etcd-keyfile",
        description = "File (PEM, PKCS #8) with the private key of --etcd-certfile.")
    String etcd_keyfile() default "";

    /** What all keys begin with. */
    @AttributeDefinition(name = "--etcd-prefix",
        description = "What all keys in etcd begin with; servers with different ones do not see each other's objects.")
    String etcd_prefix() default "/registry";

    /** How often one of the servers compacts the history, as a duration; 0 for never. */
    @AttributeDefinition(name = "--etcd-compaction-interval",
        description = "How often one of the servers that share etcd compacts its history, such as 5m; 0 for never.")
    String etcd_compaction_interval() default "5m";

    /** How long a request to etcd may take, in seconds. */
    @AttributeDefinition(min = "1", max = "600", description = "How long a request to etcd may take, in seconds.")
    int request_timeout_seconds() default 10;

    /** How long the first connection to etcd may take, in seconds. */
    @AttributeDefinition(min = "1", max = "600", description = "How long the first connection to etcd may take before"
        + " etcd counts as away, in seconds. What is asked meanwhile waits.")
    int connect_timeout_seconds() default 20;

    /** How large an answer of etcd may be, in MiB. */
    @AttributeDefinition(min = "4", max = "2047", description = "How large an answer of etcd may be, in MiB.")
    int response_mebibytes_max() default 1024;
}
