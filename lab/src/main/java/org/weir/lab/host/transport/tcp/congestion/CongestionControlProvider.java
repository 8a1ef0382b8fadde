// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Congestion-control algorithm of the lab's TCP: its name, and a control for each connection. Jars
 * outside Weir name theirs in {@code
 * META-INF/services/org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider}
 * (docs/tutorial-own-scheme.md).
 */
public interface CongestionControlProvider {
    /** ECT(0), the ECN field of ECN-capable packets but those of L4S. */
    int ECT_0 = 2;

    /** ECT(1), that of L4S (RFC 9331). */
    int ECT_1 = 1;

    /** Name on the command line: small letters, digits and hyphens. */
    String word();

    /** Congestion control of one connection. */
    CongestionControl start(InitialWindow initial);

    /** ECN field of its ECN-capable packets: ECT(1) of a sender of L4S, ECT(0) of others. */
    default int ecnCodepoint() {
        return ECT_0;
    }

    /** True if it paces segments without being asked to (RFC 9331, section 4.3; BBR). */
    default boolean isPaced() {
        return false;
    }

    /** True if it reacts to marks, so that its connections should ask for ECN. */
    default boolean usesEcn() {
        return true;
    }
}
