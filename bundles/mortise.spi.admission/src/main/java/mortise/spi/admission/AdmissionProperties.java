package mortise.spi.admission;

/** Service properties with which a plug-in tells the core about itself. Each may be missing. */
public final class AdmissionProperties {

    /**
     * Name of the plug-in, for example {@code LimitRanger}: what {@code --enable-admission-plugins} and
     * {@code --disable-admission-plugins} call it. One that kube-apiserver has too is called in the place that it has
     * there, and is on or off by default as there; any other one is on, and is called before policies and webhooks,
     * those with a higher {@code service.ranking} first. One without a name cannot be switched off.
     */
    public static final String NAME = "mortise.admission.name";

    /**
     * Operations the plug-in is called for: names of {@link AdmissionRequest.Operation}, as an array or collection of
     * texts. Missing: all of them.
     */
    public static final String OPERATIONS = "mortise.admission.operations";

    /**
     * {@link #SOME} when a call may change something outside the request even in a dry run; the core then refuses the
     * dry run instead of making the call. One that can tell requests apart leaves this out and answers with
     * {@link AdmissionDecision#noDryRun}. Missing, or any other value: none.
     */
    public static final String SIDE_EFFECTS = "mortise.admission.sideeffects";

    /** Value of {@link #SIDE_EFFECTS}: there are some. */
    public static final String SOME = "Some";

    /**
     * {@link #IF_NEEDED} when a mutating plug-in is to be called once more, with
     * {@link AdmissionRequest#reinvocation()}, if others have changed the object since it saw it last. Missing, or any
     * other value: it is called once.
     */
    public static final String REINVOCATION = "mortise.admission.reinvocation";

    /** Value of {@link #REINVOCATION}: once more, if needed. */
    public static final String IF_NEEDED = "IfNeeded";

    private AdmissionProperties() {
    }
}
