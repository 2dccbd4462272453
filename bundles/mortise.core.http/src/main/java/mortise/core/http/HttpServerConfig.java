package mortise.core.http;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Where the server listens, what it takes and how much of it. */
@ObjectClassDefinition(
        name = "Mortise HTTP server",
        description = "The port of the API, its certificates, limits and authorization modes.")
public @interface HttpServerConfig {

    @AttributeDefinition(name = "bind.address", description = "Address to listen on.")
    String bind_address() default "127.0.0.1";

    @AttributeDefinition(name = "secure.port", description = "Port to listen on with TLS; 0 for any free one.",
            min = "0", max = "65535")
    int secure_port() default 6443;

    @AttributeDefinition(name = "tls.cert.file",
            description = "PEM file with the server's certificate, followed by the authorities that signed it.")
    String tls_cert_file();

    @AttributeDefinition(name = "tls.private.key.file",
            description = "PEM file with the private key of the certificate.")
    String tls_private_key_file();

    @AttributeDefinition(name = "client.ca.file", required = false,
            description = "PEM file with the authorities that clients' certificates may be signed by; clients are "
                    + "asked for a certificate when it is set.")
    String client_ca_file() default "";

    @AttributeDefinition(name = "requestheader.client.ca.file", required = false,
            description = "PEM file with the authorities of proxies. Headers are read only when one of them vouches for"
                    + " the client's certificate. A change of the file is noticed within a few seconds.")
    String requestheader_client_ca_file() default "";

    @AttributeDefinition(name = "tls.min.version", description = "Oldest version of TLS: VersionTLS12 or VersionTLS13.")
    String tls_min_version() default "VersionTLS12";

    @AttributeDefinition(name = "authorization.mode",
            description = "Authorization modes in the order in which they are asked, separated by commas.")
    String[] authorization_mode() default {"AlwaysAllow"};

    @AttributeDefinition(name = "authorization.config", required = false,
            description = "File with an AuthorizationConfiguration: who is asked about requests, and in which order."
                    + " Changes are noticed within a few seconds. Not together with --authorization-mode or"
                    + " --authorization-webhook-* flags.")
    String authorization_config() default "";

    @AttributeDefinition(name = "api.audiences", required = false,
            description = "Audiences that this server is; tokens must be meant for one of them. Without any, the"
                    + " issuers.")
    String[] api_audiences() default {};

    @AttributeDefinition(name = "service.account.issuer",
            description = "Names of the issuer of tokens, usually URLs; the first is put into new tokens, all are"
                    + " accepted.")
    String[] service_account_issuer() default {"https://kubernetes.default.svc"};

    @AttributeDefinition(name = "max.requests.inflight", min = "0",
            description = "Most requests at a time that change nothing, watches not counted; 0 for no limit.")
    int max_requests_inflight() default 400;

    @AttributeDefinition(name = "max.mutating.requests.inflight", min = "0",
            description = "Most requests at a time that may change something; 0 for no limit.")
    int max_mutating_requests_inflight() default 200;

    @AttributeDefinition(name = "request.timeout",
            description = "Longest time from a request to its answer, for example 1m0s; watches are exempt.")
    String request_timeout() default "1m0s";

    @AttributeDefinition(name = "min.request.timeout", min = "1",
            description = "Seconds that a watch lasts at least when its client does not say; at most twice that.")
    int min_request_timeout() default 1800;

    @AttributeDefinition(name = "plugin.timeout.seconds", min = "1",
            description = "Most seconds that one call of an authenticator, authorizer or endpoint may take.")
    int plugin_timeout_seconds() default 10;

    // Longer than the 90 seconds that clients of the Go family keep a silent connection: whoever closes it second
    // may just have sent a request on it.
    @AttributeDefinition(name = "idle.timeout.seconds", min = "1",
            description = "Seconds after which a connection without a request, or a client that has stopped in the "
                    + "middle of one, is cut off; open watches are exempt.")
    int idle_timeout_seconds() default 180;

    @AttributeDefinition(name = "watch.stall.seconds", min = "1",
            description = "Most seconds that the client of a watch may leave bytes unread.")
    int watch_stall_seconds() default 30;

    @AttributeDefinition(name = "shutdown.timeout.seconds", min = "0",
            description = "Seconds that requests in flight have when the server stops.")
    int shutdown_timeout_seconds() default 5;

    @AttributeDefinition(name = "proxy.connect.timeout.seconds", min = "1",
            description = "Most seconds until a connection to a node, pod or service is there.")
    int proxy_connect_timeout_seconds() default 30;

    @AttributeDefinition(name = "proxy.answer.timeout.seconds", min = "1",
            description = "Most seconds until a node, pod or service begins to answer.")
    int proxy_answer_timeout_seconds() default 300;

    @AttributeDefinition(name = "proxy.idle.timeout.seconds", min = "1",
            description = "Seconds after which a connection that has switched protocols is cut off when it is silent.")
    int proxy_idle_timeout_seconds() default 14400;

    // Each holds a thread where the JVM has no virtual ones.
    @AttributeDefinition(name = "proxy.requests.max", min = "1",
            description = "Most requests at a time that are passed on to nodes, pods and services.")
    int proxy_requests_max() default 128;

    @AttributeDefinition(name = "kubelet.certificate.authority", required = false,
            description = "PEM file with the authorities of the nodes' certificates; nodes are not verified without.")
    String kubelet_certificate_authority() default "";

    @AttributeDefinition(name = "kubelet.client.certificate", required = false,
            description = "PEM file with the certificate that nodes know this server by.")
    String kubelet_client_certificate() default "";

    @AttributeDefinition(name = "kubelet.client.key", required = false,
            description = "PEM file with the private key of that certificate.")
    String kubelet_client_key() default "";

    @AttributeDefinition(name = "kubelet.timeout",
            description = "Longest time until a connection to the server on a node is there, for example 5s.")
    String kubelet_timeout() default "5s";

    @AttributeDefinition(name = "threads.max", min = "16",
            description = "Most threads that work on requests, where the JVM has no virtual threads.")
    int threads_max() default 256;

    @AttributeDefinition(name = "header.bytes.max", min = "8192",
            description = "Most bytes of a request's first line and headers.")
    int header_bytes_max() default 131072;

    @AttributeDefinition(name = "http2.max.streams.per.connection", min = "1",
            description = "Most concurrent requests on one HTTP/2 connection.")
    int http2_max_streams_per_connection() default 100;

    @AttributeDefinition(name = "connections.max", min = "16",
            description = "Most connections at a time; more wait until one ends.")
    int connections_max() default 10000;

    @AttributeDefinition(name = "response.compression.bytes", min = "1024",
            description = "Answers of more bytes are compressed for clients that accept gzip.")
    int response_compression_bytes() default 131072;
}
