// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.weir.control.policy.PolicyFormat;

/** A version of the policy with its JSON and that of the version before it. Immutable. */
public final class VersionStep {
    private final PolicyVersion version;
    private final ObjectNode before;
    private final ObjectNode stored;
    private final ObjectNode policy;

    /**
     * A step.
     *
     * @param version the version
     * @param before the policy before it, in any format; null if that is not kept, or there was
     *     none
     * @param stored its policy, in the format in which it came; not copied
     */
    public VersionStep(PolicyVersion version, ObjectNode before, ObjectNode stored) {
        this.version = version;
        this.before = (ObjectNode) PolicyFormat.present(before);
        this.stored = stored;
        this.policy = (ObjectNode) PolicyFormat.present(stored);
    }

    /** The version. */
    public PolicyVersion version() {
        return version;
    }

    /** Its policy in the present format; a copy. */
    public ObjectNode policy() {
        return policy.deepCopy();
    }

    /** Fields in which the policy differs from the one before; all, if that is not kept. */
    public List<Difference> differences() {
        return Difference.between(before, policy);
    }

    /** Fields that migration from the format in which the policy came has changed. */
    public List<Difference> migration() {
        return Difference.between(stored, policy);
    }
}
