package mortise.group.apiserverinternal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Storage versions: which server reads and writes a resource in which version. */
final class StorageVersionStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        var servers = new HashSet<String>();
        for (FieldView server : status.at("storageVersions").items()) {
            server.at("apiServerID").subdomain();
            if (!servers.add(server.at("apiServerID").text())) {
                server.at("apiServerID").duplicate();
            }
            version(server);
        }
        conditions(status.at("conditions"));
        return errors;
    }

    /** What is written must be among what can be read. */
    private static void version(FieldView server) {
        FieldView encoding = server.at("encodingVersion");
        FieldView decodable = server.at("decodableVersions");
        if (!decodable.texts().contains(encoding.text())) {
            decodable.invalid("decodableVersions must include encodingVersion " + encoding.text());
        }
    }

    private static void conditions(FieldView conditions) {
        var types = new HashSet<String>();
        for (FieldView condition : conditions.items()) {
            condition.at("type").qualifiedName();
            condition.at("status").qualifiedName();
            if (condition.at("reason").isEmpty()) {
                condition.at("reason").required("");
            }
            if (!types.add(condition.at("type").text())) {
                condition.at("type").invalid("the type of the condition is not unique");
            }
        }
    }
}
