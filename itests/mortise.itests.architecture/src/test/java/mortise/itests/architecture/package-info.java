/** The rules of the project as tests over what was built: the jars, the sources and the lists beside them. */
@NullMarked
package mortise.itests.architecture;

import org.jspecify.annotations.NullMarked;
