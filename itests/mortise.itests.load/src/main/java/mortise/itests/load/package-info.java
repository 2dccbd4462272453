/** Puts load on a running server over TLS and prints what each work costs it. JDK only; not part of a distribution. */
@NullMarked
package mortise.itests.load;

import org.jspecify.annotations.NullMarked;
