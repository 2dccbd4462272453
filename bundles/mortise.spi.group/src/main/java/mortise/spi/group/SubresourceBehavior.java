package mortise.spi.group;

/** What a path below an object does. */
public sealed interface SubresourceBehavior {

    /**
     * It is the object; writing it changes a part of the object.
     *
     * @param strategy gets the object with every field of the body and puts back what this path does not change
     */
    record Part(ResourceStrategy strategy) implements SubresourceBehavior {
    }

    /**
     * It is a kind of its own that is computed from the object.
     *
     * @param view how
     * @param schema what bodies look like
     */
    record View(ObjectView view, ObjectSchema schema) implements SubresourceBehavior {
    }

    /**
     * It takes a body and does something.
     *
     * @param action what
     * @param schema what bodies look like
     */
    record Action(ObjectAction action, ObjectSchema schema) implements SubresourceBehavior {
    }

    /**
     * It passes requests on to another server.
     *
     * @param connector finds it
     */
    record Connect(Connector connector) implements SubresourceBehavior {
    }
}
