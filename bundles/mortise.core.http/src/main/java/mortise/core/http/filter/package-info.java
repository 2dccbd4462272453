/**
 * The filters, one job each; their order stands in RequestPipeline.
 */
@NullMarked
package mortise.core.http.filter;

import org.jspecify.annotations.NullMarked;
