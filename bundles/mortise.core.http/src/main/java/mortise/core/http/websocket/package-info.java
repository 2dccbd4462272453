/**
 * WebSocket as of RFC 6455, as far as a watch needs it: handshake and frames. Pure.
 */
@NullMarked
package mortise.core.http.websocket;

import org.jspecify.annotations.NullMarked;
