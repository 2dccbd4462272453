package mortise.authz.rbac;

/**
 * Which role.
 *
 * @param namespace its namespace; empty for a cluster role
 * @param name its name
 */
record RoleKey(String namespace, String name) {
}
