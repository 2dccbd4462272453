package mortise.core.expression;

import java.util.Optional;
import java.util.function.UnaryOperator;
import mortise.core.expression.AccessCheck.Answer;
import mortise.core.expression.AccessCheck.Question;

/** What an expression asks about access, while it is put together: {@code authorizer.group('').resource('pods')}. */
record Authority(AccessCheck check, Stage stage, Question question) {

    static final String DECLARED = """
            kubernetes.authorization.Authorizer -> path(string): kubernetes.authorization.PathCheck
            kubernetes.authorization.Authorizer -> group(string): kubernetes.authorization.GroupCheck
            kubernetes.authorization.Authorizer -> serviceAccount(string, string): kubernetes.authorization.Authorizer
            kubernetes.authorization.PathCheck -> check(string): kubernetes.authorization.Decision
            kubernetes.authorization.GroupCheck -> resource(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> subresource(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> namespace(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> name(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> fieldSelector(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> labelSelector(string): kubernetes.authorization.ResourceCheck
            kubernetes.authorization.ResourceCheck -> check(string): kubernetes.authorization.Decision
            kubernetes.authorization.Decision -> allowed(): bool
            kubernetes.authorization.Decision -> reason(): string
            kubernetes.authorization.Decision -> errored(): bool
            kubernetes.authorization.Decision -> error(): string
            """;

    /** How far the question is put together. */
    enum Stage { AUTHORIZER, PATH, GROUP, RESOURCE }

    /** Returns what expressions see of an {@link AccessCheck}; other values stay as they are. */
    static Object dressed(Object raw) {
        if (raw instanceof AccessCheck.Prepared prepared) {
            return new Authority(prepared.check(), Stage.RESOURCE, prepared.question());
        }
        return raw instanceof AccessCheck check
                ? new Authority(check, Stage.AUTHORIZER,
                        new Question(Optional.empty(), "", "", "", "", "", "", "", "", ""))
                : raw;
    }

    static void register(Registry registry) {
        step(registry, "path", Stage.AUTHORIZER, Stage.PATH, (q, v) -> new Question(q.serviceAccount(), v, "", "", "",
                "", "", "", "", ""));
        step(registry, "group", Stage.AUTHORIZER, Stage.GROUP, (q, v) -> new Question(q.serviceAccount(), "", v, "", "",
                "", "", "", "", ""));
        step(registry, "resource", Stage.GROUP, Stage.RESOURCE, (q, v) -> new Question(q.serviceAccount(), "",
                q.group(), v, "", "", "", "", "", ""));
        step(registry, "subresource", Stage.RESOURCE, Stage.RESOURCE,
                (q, v) -> resource(q, v, q.namespace(), q.name()));
        step(registry, "namespace", Stage.RESOURCE, Stage.RESOURCE,
                (q, v) -> resource(q, q.subresource(), v, q.name()));
        step(registry, "name", Stage.RESOURCE, Stage.RESOURCE,
                (q, v) -> resource(q, q.subresource(), q.namespace(), v));
        step(registry, "fieldSelector", Stage.RESOURCE, Stage.RESOURCE, (q, v) -> selectors(q, v, q.labelSelector()));
        step(registry, "labelSelector", Stage.RESOURCE, Stage.RESOURCE, (q, v) -> selectors(q, q.fieldSelector(), v));
        registry.add("serviceAccount", Authority.class, String.class, String.class,
                (from, namespace, name) -> from.with(Stage.AUTHORIZER, question -> new Question(
                        Optional.of(namespace + ":" + name), "", "", "", "", "", "", "", "", "")));
        registry.add("check", Authority.class, String.class, Authority::ask);
        registry.add("allowed", Answer.class, Answer::allowed);
        registry.add("reason", Answer.class, Answer::reason);
        registry.add("errored", Answer.class, answer -> !answer.error().isEmpty());
        registry.add("error", Answer.class, Answer::error);
    }

    /** Puts a text into a question. */
    @FunctionalInterface
    private interface Step {
        Question with(Question question, String value);
    }

    private static void step(Registry registry, String name, Stage from, Stage to, Step step) {
        registry.add(name, Authority.class, String.class, (before, value) -> {
            if (before.stage != from) {
                throw Fault.noSuchOverload();
            }
            return before.with(to, question -> step.with(question, value));
        });
    }

    private Authority with(Stage next, UnaryOperator<Question> change) {
        return new Authority(check, next, change.apply(question));
    }

    private static Question resource(Question q, String subresource, String namespace, String name) {
        return new Question(q.serviceAccount(), "", q.group(), q.resource(), subresource, namespace, name,
                q.fieldSelector(), q.labelSelector(), "");
    }

    private static Question selectors(Question q, String fields, String labels) {
        return new Question(q.serviceAccount(), "", q.group(), q.resource(), q.subresource(), q.namespace(), q.name(),
                fields, labels, "");
    }

    private Answer ask(String verb) {
        if (stage != Stage.PATH && stage != Stage.RESOURCE) {
            throw Fault.noSuchOverload();
        }
        Question q = question;
        return check.check(new Question(q.serviceAccount(), q.path(), q.group(), q.resource(), q.subresource(),
                q.namespace(), q.name(), q.fieldSelector(), q.labelSelector(), verb));
    }
}
