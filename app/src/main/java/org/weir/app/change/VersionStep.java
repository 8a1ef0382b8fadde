// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import java.util.List;

/** A version of the policy and the one before it. Immutable. */
public final class VersionStep {
    private final PolicyVersion version;
    private final PolicyVersion before;

    /**
     * A step.
     *
     * @param version the version
     * @param before the one before it; null if there is none that is kept
     */
    public VersionStep(PolicyVersion version, PolicyVersion before) {
        this.version = version;
        this.before = before;
    }

    /** The version. */
    public PolicyVersion version() {
        return version;
    }

    /** Fields in which the version differs from the one before; all, if that is not kept. */
    public List<Difference> differences() {
        return Difference.between(before == null ? null : before.policy(), version.policy());
    }
}
