package mortise.spi.storage;

import java.util.List;

/**
 * What a range read found.
 *
 * @param values values in key order
 * @param more whether keys of the range were left out because of the limit
 * @param revision the revision that was read: the one asked for, or the latest
 */
public record RangePage(List<StoredValue> values, boolean more, long revision) {
}
