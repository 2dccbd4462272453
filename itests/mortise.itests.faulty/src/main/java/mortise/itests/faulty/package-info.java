/** An authenticator that misbehaves when a request asks for it, for the tests of how the server bears that. */
@NullMarked
package mortise.itests.faulty;

import org.jspecify.annotations.NullMarked;
