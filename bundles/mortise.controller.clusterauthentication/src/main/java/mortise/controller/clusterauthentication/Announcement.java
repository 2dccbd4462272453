package mortise.controller.clusterauthentication;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mortise.api.ListSetting;

/**
 * What the config map says.
 *
 * @param clients files with the authorities of clients
 * @param proxies files with the authorities of proxies; none when headers are not believed
 * @param lists texts by key, which are told with the authorities of proxies
 */
record Announcement(List<Path> clients, List<Path> proxies, Map<String, List<String>> lists) {

    private static final int FILE_BYTES_MAX = 4 << 20;
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*+-----END CERTIFICATE-----");

    static Announcement of(ClusterAuthenticationConfig config) {
        var lists = new LinkedHashMap<String, List<String>>();
        lists.put("requestheader-allowed-names", ListSetting.texts(config.requestheader_allowed_names()));
        lists.put("requestheader-extra-headers-prefix", ListSetting.texts(config.requestheader_extra_headers_prefix()));
        lists.put("requestheader-group-headers", ListSetting.texts(config.requestheader_group_headers()));
        lists.put("requestheader-uid-headers", ListSetting.texts(config.requestheader_uid_headers()));
        lists.put("requestheader-username-headers", ListSetting.texts(config.requestheader_username_headers()));
        return new Announcement(files(config.client_ca_file()), files(config.requestheader_client_ca_file()), lists);
    }

    /**
     * Reads the files and returns what the config map is to hold, perhaps nothing.
     *
     * @throws IOException when one cannot be read; a key or certificate is in no message
     */
    Map<String, String> data() throws IOException {
        var data = new LinkedHashMap<String, String>();
        if (!clients.isEmpty()) {
            data.put("client-ca-file", certificates(clients));
        }
        if (!proxies.isEmpty()) {
            data.put("requestheader-client-ca-file", certificates(proxies));
            lists.forEach((key, texts) -> data.put(key, json(texts)));
        }
        return data;
    }

    /** Nothing but certificates is told, whatever else is in the files. */
    private static String certificates(List<Path> files) throws IOException {
        var blocks = new LinkedHashSet<String>();
        for (Path file : files) {
            if (Files.size(file) > FILE_BYTES_MAX) {
                throw new IOException(file + " is larger than " + FILE_BYTES_MAX + " bytes");
            }
            Matcher block = CERTIFICATE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            while (block.find()) {
                blocks.add(block.group().replace("\r", "") + "\n");
            }
        }
        return String.join("", blocks);
    }

    private static String json(List<String> texts) {
        return texts.stream().map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static List<Path> files(String... configured) {
        return ListSetting.texts(configured).stream().map(Path::of).toList();
    }
}
