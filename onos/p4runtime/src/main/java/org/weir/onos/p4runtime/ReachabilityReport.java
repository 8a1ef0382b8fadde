// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

/** What a client knows about why its switch does not answer. */
public interface ReachabilityReport {

    /**
     * Says why the last probe failed.
     *
     * @return one line for people; empty while the switch answers
     */
    String lastFailure();
}
