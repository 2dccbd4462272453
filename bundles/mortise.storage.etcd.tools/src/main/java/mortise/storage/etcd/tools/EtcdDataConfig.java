package mortise.storage.etcd.tools;

/** What tools need of the configuration of the etcd backend, whose bundle describes it and has the same defaults. */
public @interface EtcdDataConfig {

    /** Addresses of etcd's members. */
    String[] etcd_servers() default {"http://127.0.0.1:2379"};

    /** File with the authorities that sign the certificates of the members. */
    String etcd_cafile() default "";

    /** File with the certificate that is shown to etcd. */
    String etcd_certfile() default "";

    /** File with its private key. */
    String etcd_keyfile() default "";

    /** What all keys begin with. */
    String etcd_prefix() default "/registry";

    /** How long a request to etcd may take, in seconds. */
    int request_timeout_seconds() default 10;

    /** How long the first connection to etcd may take, in seconds. */
    int connect_timeout_seconds() default 20;

    /** How large an answer of etcd may be, in MiB. */
    int response_mebibytes_max() default 1024;
}
