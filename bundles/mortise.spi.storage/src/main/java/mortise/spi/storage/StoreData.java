package mortise.spi.storage;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The data of a backend for tools: to check it, to copy it, to make it anew. What backends that have it register as a
 * service beside their {@link Store}, with the same property {@link Store#BACKEND}. Values are the bytes as they are
 * stored; nothing stands between, so that what is encrypted stays so.
 */
@ConsumerType
public interface StoreData {

    /**
     * Opens what is there, at its latest revision. Changes nothing; a server may have it open.
     *
     * @throws StoreException when there is no store, or it cannot be read
     */
    StoreSource read();

    /**
     * Opens a place without data, to be filled. What an earlier filling left that did not end is gone on with, or begun
     * again.
     *
     * @throws StoreException when there is data, or a server has it open
     */
    StoreTarget fill();
}
