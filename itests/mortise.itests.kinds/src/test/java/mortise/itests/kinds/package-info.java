/** What holds for every built-in kind, tried with random objects of all: forms, conversions, documents, rules. */
@NullMarked
package mortise.itests.kinds;

import org.jspecify.annotations.NullMarked;
