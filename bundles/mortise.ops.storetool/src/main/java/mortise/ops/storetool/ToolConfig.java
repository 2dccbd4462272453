package mortise.ops.storetool;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** What the commands are told. */
@ObjectClassDefinition(name = "Tools of the store", description = "For mortise verify, backup, restore and migrate.")
public @interface ToolConfig {

    /** The backend whose data is checked, saved or restored. */
    @AttributeDefinition(name = "--storage-backend", description = "Storage backend, for example rocksdb or memory.")
    String storage_backend() default "rocksdb";

    /** Directory of a backup. */
    @AttributeDefinition(name = "--backup-dir", required = false,
            description = "For backup: the directory to make. For restore: the one to read.")
    String backup_dir() default "";

    /** The backend that is read by a migration. */
    @AttributeDefinition(name = "--from", required = false,
            description = "For migrate: the backend whose data is read, rocksdb or etcd.")
    String from() default "";

    /** The backend that is filled by a migration. */
    @AttributeDefinition(name = "--to", required = false,
            description = "For migrate: the backend that is filled, rocksdb or etcd; it must have no data.")
    String to() default "";

    /** By how much a restored store is ahead of its backup. */
    @AttributeDefinition(name = "--revision-bump", min = "0", max = "1000000000000",
            description = "For restore: by how much the revision is raised, more than the changes since the backup, so "
                    + "that no revision comes twice.")
    long revision_bump() default 1_000_000_000;
}
