package mortise.spi.controller;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Work that the server does with objects while it runs. A bundle registers one as a service with the property
 * {@value #NAME}; once the server is ready the core runs it on a thread of its own, and interrupts that thread when the
 * service or the server goes, when it is switched off, or when another server on the same store takes over. Only one
 * server runs it at a time.
 */
@ConsumerType
public interface Controller {

    /** Service property: name of the controller, as {@code --controllers} takes it. */
    String NAME = "mortise.controller.name";

    /** Service property: another name that {@code --controllers} takes, or several; optional. */
    String ALIAS = "mortise.controller.alias";

    /** Service property, a boolean: {@code *} in {@code --controllers} does not mean it, only its name; optional. */
    String ON_REQUEST = "mortise.controller.onrequest";

    /**
     * Service property: name of the service account in {@code kube-system} as which the controller writes; optional.
     * Admission sees it as the user. Without it, that is {@code system:apiserver}.
     */
    String ACCOUNT = "mortise.controller.account";

    /**
     * Works until it is done or interrupted. When it throws anything but {@link InterruptedException} it is logged and
     * run again after a pause.
     *
     * @param objects access to objects with the rights of the server itself; once the run is to end, its writes fail
     *     with 503
     */
    void run(ObjectAccess objects) throws InterruptedException;
}
