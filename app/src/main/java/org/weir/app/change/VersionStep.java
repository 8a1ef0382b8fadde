// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A version of the policy with its JSON and that of the version before it. Immutable. */
public final class VersionStep {
    private final PolicyVersion version;
    private final ObjectNode before;
    private final ObjectNode policy;

    /**
     * A step.
     *
     * @param version the version
     * @param before the policy before it; null if that is not kept, or there was none
     * @param policy its policy; not copied
     */
    public VersionStep(PolicyVersion version, ObjectNode before, ObjectNode policy) {
        this.version = version;
        this.before = before;
        this.policy = policy;
    }

    /** The version. */
    public PolicyVersion version() {
        return version;
    }

    /** Its policy; a copy. */
    public ObjectNode policy() {
        return policy.deepCopy();
    }

    /** Fields in which the policy differs from the one before; all, if that is not kept. */
    public List<Difference> differences() {
        return Difference.between(before, policy);
    }
}
