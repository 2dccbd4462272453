package mortise.spi.controller;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Work that the server does with objects while it runs. A bundle registers one as a service with the property
 * {@value #NAME}; once the server is ready the core runs it on a thread of its own, and interrupts that thread when the
 * service or the server goes.
 */
@ConsumerType
public interface Controller {

    /** Service property: name of the controller, as {@code --controllers} and health checks show it. */
    String NAME = "mortise.controller.name";

    /**
     * Works until it is done or interrupted. When it throws anything but {@link InterruptedException} it is logged and
     * run again after a pause.
     *
     * @param objects access to objects with the rights of the server itself
     */
    void run(ObjectAccess objects) throws InterruptedException;
}
