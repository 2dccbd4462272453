package mortise.authn.serviceaccount;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Settings of the tokens of service accounts. */
@ObjectClassDefinition(
        name = "Authentication: service accounts",
        description = "Signed tokens of service accounts: which keys, who issues them, how long they last.")
@interface ServiceAccountConfig {

    @AttributeDefinition(
            name = "service.account.key.file", required = false,
            description = "PEM files with RSA or EC keys, public or private, or certificates, with which tokens are"
                    + " verified. Without any, --tls-private-key-file is. The signing key verifies as well.")
    String[] service_account_key_file() default {};

    @AttributeDefinition(
            name = "tls.private.key.file", required = false,
            description = "PEM file with the private key of the certificate.")
    String tls_private_key_file() default "";

    @AttributeDefinition(
            name = "service.account.signing.key.file", required = false,
            description = "PEM file with the private key that signs tokens. Without one the first start makes one.")
    String service_account_signing_key_file() default "";

    @AttributeDefinition(
            name = "service.account.issuer",
            description = "Names of the issuer of tokens, usually URLs; the first is put into new tokens, all are"
                    + " accepted.")
    String[] service_account_issuer() default {"https://kubernetes.default.svc"};

    @AttributeDefinition(
            name = "service.account.jwks.uri", required = false,
            description = "Where others find the keys, if not at /openid/v1/jwks of this server; an https URL.")
    String service_account_jwks_uri() default "";

    @AttributeDefinition(
            name = "api.audiences", required = false,
            description = "Audiences that this server is; tokens must be meant for one of them. Without any, the"
                    + " issuers.")
    String[] api_audiences() default {};

    @AttributeDefinition(
            name = "service.account.lookup",
            description = "Whether tokens of secrets end with their secret and account.")
    boolean service_account_lookup() default true;

    @AttributeDefinition(
            name = "service.account.max.token.expiration",
            description = "Longest time that a new token lasts, for example 24h; at least 1h, 0 for no limit.")
    String service_account_max_token_expiration() default "0";

    @AttributeDefinition(
            name = "service.account.extend.token.expiration",
            description = "Whether tokens in pods last a year although pods are to renew them within the hour, for"
                    + " clients that do not read them again.")
    boolean service_account_extend_token_expiration() default true;
}
