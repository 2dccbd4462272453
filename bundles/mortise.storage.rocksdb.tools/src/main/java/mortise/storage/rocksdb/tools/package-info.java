/**
 * The data of the embedded store for commands: read beside a server, checked, and made anew.
 */
@NullMarked
package mortise.storage.rocksdb.tools;

import org.jspecify.annotations.NullMarked;
