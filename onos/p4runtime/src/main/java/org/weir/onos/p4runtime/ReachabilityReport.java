// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

/** Source of the reason for which a switch does not answer. */
public interface ReachabilityReport {

    /**
     * Reason for which the last probe failed.
     *
     * @return one line for people; empty while the switch answers
     */
    String lastFailure();
}
