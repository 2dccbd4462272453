/**
 * Keeps the objects that flow control begins with, and says which flow schemas lead nowhere.
 */
@NullMarked
package mortise.controller.flowcontrol;

import org.jspecify.annotations.NullMarked;
