package mortise.ops.storetool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.Sha256;
import mortise.spi.storage.StoreException;

/**
 * What a backup holds: the file {@value #FILE} in its directory, lines {@code name=value}, the last of which is the
 * SHA-256 of those before.
 *
 * @param backend that the values are of
 * @param revision at which they were read
 * @param values how many
 * @param created when, in ISO 8601
 * @param sha256 of the file with the values, hexadecimal
 */
record BackupManifest(String backend, long revision, long values, String created, String sha256) {

    static final String FILE = "manifest";

    private static final String FORMAT = "1";
    private static final String OWN = "manifest.sha256=";

    String text() {
        String text = "format=" + FORMAT + "\nbackend=" + backend + "\nrevision=" + revision + "\nvalues=" + values
                + "\ncreated=" + created + "\nvalues.sha256=" + sha256 + "\n";
        return text + OWN + Sha256.hex(text) + "\n";
    }

    /**
     * Reads the manifest of a backup.
     *
     * @throws StoreException when there is none, it is damaged or of another format
     */
    static BackupManifest read(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            String text = Files.readString(file);
            int end = Math.max(0, text.indexOf(OWN));
            String own = Sha256.hex(text.substring(0, end));
            if (!text.substring(end).strip().equals(OWN + own)) {
                throw new StoreException(file + " is damaged: its checksum is another one", null);
            }
            Map<String, String> lines = new LinkedHashMap<>();
            text.lines().forEach(line -> lines.put(line.substring(0, line.indexOf('=')),
                    line.substring(line.indexOf('=') + 1)));
            if (!FORMAT.equals(lines.get("format"))) {
                throw new StoreException(file + " has format " + lines.get("format") + ", this version reads " + FORMAT,
                        null);
            }
            return new BackupManifest(lines.getOrDefault("backend", ""), Long.parseLong(lines.get("revision")),
                    Long.parseLong(lines.get("values")), lines.getOrDefault("created", ""),
                    lines.getOrDefault("values.sha256", ""));
        } catch (IOException e) {
            throw new StoreException("there is no backup in " + directory + ": " + e, e);
        }
    }

    static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }
}
