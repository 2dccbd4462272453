package mortise.itests.concurrency;

/**
 * Two who do their steps at the same time, once. The annotations of jcstress on what implements this say which outcomes
 * are right; both that harness and {@link Encounters} make new ones over and over.
 */
public interface Encounter {

    /** What one of them does. */
    void first();

    /** What the other one does. */
    void second();

    /** Says what came of it when both have done their steps. Called once. */
    String outcome();
}
