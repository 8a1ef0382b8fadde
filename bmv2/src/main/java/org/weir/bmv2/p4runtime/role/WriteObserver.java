// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import java.math.BigInteger;
import java.util.Optional;

/**
 * Observer of a switch's writers: of each change of a role's primary, and of each request to write.
 * It is called on the timeline's thread, in the order in which the switch decides.
 */
public interface WriteObserver {

    /** An observer that ignores everything. */
    WriteObserver NONE =
            new WriteObserver() {
                @Override
                public void primary(RoleName role, Optional<BigInteger> electionId) {}

                @Override
                public void write(
                        RoleName role, BigInteger electionId, int updates, boolean accepted) {}
            };

    /**
     * A role has another primary.
     *
     * @param electionId the primary's; empty when the role has none any more
     */
    void primary(RoleName role, Optional<BigInteger> electionId);

    /**
     * A client has asked to write.
     *
     * @param electionId the one in the request
     * @param updates number of updates in the request; 0 for a pipeline
     * @param accepted true if the client is the role's primary; only then anything is written
     */
    void write(RoleName role, BigInteger electionId, int updates, boolean accepted);
}
