// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

import java.util.List;

/**
 * Priority-based flow control of a port, IEEE 802.1Q clause 36 (802.1Qbb). While at least one
 * priority has it, the port's PFC frames are the switch's own and no packets of the program.
 *
 * @param pauseQuanta time that the port asks its peer to pause, in units of 512 bit times, 1 to
 *     65535; asked again after half of it for as long as needed
 * @param priorities those that have flow control, each once; none for no flow control
 */
public record PfcConfig(int pauseQuanta, List<PfcPriority> priorities) {

    /** Longest pause that a frame can ask for. */
    public static final int MAX_QUANTA = 65_535;

    /** No flow control. */
    public static final PfcConfig OFF = new PfcConfig(MAX_QUANTA, List.of());

    /** Checks the values. */
    public PfcConfig {
        Range.check("pauseQuanta", pauseQuanta, 1, MAX_QUANTA);
        priorities = List.copyOf(priorities);
        int seen = 0;
        for (PfcPriority each : priorities) {
            if ((seen >> each.priority() & 1) != 0) {
                throw new IllegalArgumentException(
                        "priorities must name each priority once, not "
                                + each.priority()
                                + " twice");
            }
            seen |= 1 << each.priority();
        }
    }

    /** Whether no priority has flow control. */
    public boolean isOff() {
        return priorities.isEmpty();
    }
}
