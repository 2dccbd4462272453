package mortise.authn.requestheader;

import java.lang.annotation.Annotation;
import java.nio.file.Path;

/** Configurations as Declarative Services would make them. */
final class RequestHeaderConfigs {

    private RequestHeaderConfigs() {
    }

    /** The usual headers. */
    static RequestHeaderConfig usual(String authorities, String... allowed) {
        return config(authorities, new String[] {"X-Remote-User,X-Other-User"}, allowed, new String[0]);
    }

    /** The usual headers, for a server with clients of its own. */
    static RequestHeaderConfig besideClients(Path authorities, Path clients, String... allowed) {
        return config(authorities.toString(), new String[] {"X-Remote-User"}, allowed,
                new String[] {clients.toString()});
    }

    static RequestHeaderConfig config(String authorities, String[] users, String[] allowed, String[] clients) {
        return new RequestHeaderConfig() {
            @Override
            public String requestheader_client_ca_file() {
                return authorities;
            }

            @Override
            public String[] requestheader_allowed_names() {
                return allowed;
            }

            @Override
            public String[] requestheader_username_headers() {
                return users;
            }

            @Override
            public String[] requestheader_uid_headers() {
                return new String[] {"X-Remote-Uid"};
            }

            @Override
            public String[] requestheader_group_headers() {
                return new String[] {"X-Remote-Group", "X-Other-Group"};
            }

            @Override
            public String[] requestheader_extra_headers_prefix() {
                return new String[] {"X-Remote-Extra-"};
            }

            @Override
            public String[] client_ca_file() {
                return clients;
            }

            @Override
            public Class<? extends Annotation> annotationType() {
                return RequestHeaderConfig.class;
            }
        };
    }
}
