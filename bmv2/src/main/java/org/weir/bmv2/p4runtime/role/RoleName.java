// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;

/**
 * Role that a client acts for: the default role, or one that clients have agreed on, named, or
 * numbered as before P4Runtime 1.3.
 *
 * @param name empty for a numbered role and for the default role
 * @param number 0 for a named role and for the default role; unsigned
 */
public record RoleName(String name, long number) {

    public static final RoleName DEFAULT = new RoleName("", 0);

    /** The role that a request's two fields mean; a name goes before a number. */
    public static RoleName of(String name, long number) {
        return name.isEmpty() ? new RoleName("", number) : new RoleName(name, 0);
    }

    // Role.id is deprecated, but what clients of P4Runtime 1.0 to 1.2 use.
    @SuppressWarnings("deprecation")
    static RoleName of(Role role) {
        return of(role.getName(), role.getId());
    }

    @Override
    public String toString() {
        if (equals(DEFAULT)) {
            return "the default role";
        }
        return name.isEmpty() ? "role " + Long.toUnsignedString(number) : "role \"" + name + "\"";
    }
}
