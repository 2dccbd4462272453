package mortise.group.networking;

import mortise.api.ApiObject;

/** Cells of ingress classes. */
final class IngressClassCells {

    private final String annotation;

    /** @param labelDomain domain of the annotation that marks the default class */
    IngressClassCells(String labelDomain) {
        annotation = "ingressclass." + labelDomain + "/is-default-class";
    }

    /** Returns the name, and whether ingresses that name no class get this one. */
    String name(ApiObject ingressClass) {
        boolean usual = "true".equals(ingressClass.metadata().annotations().get(annotation));
        return ingressClass.metadata().name() + (usual ? " (default)" : "");
    }
}
