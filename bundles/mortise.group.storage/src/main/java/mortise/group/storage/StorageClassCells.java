package mortise.group.storage;

import mortise.api.ApiObject;

/** Cells of storage classes. */
final class StorageClassCells {

    private final String annotation;
    private final String olderAnnotation;

    /** @param labelDomain domain of the annotation that marks the default class */
    StorageClassCells(String labelDomain) {
        annotation = "storageclass." + labelDomain + "/is-default-class";
        olderAnnotation = "storageclass.beta." + labelDomain + "/is-default-class";
    }

    /** Returns the name, and whether claims that name no class get this one. */
    String name(ApiObject storageClass) {
        var annotations = storageClass.metadata().annotations();
        boolean usual = "true".equals(annotations.get(annotation)) || "true".equals(annotations.get(olderAnnotation));
        return storageClass.metadata().name() + (usual ? " (default)" : "");
    }
}
