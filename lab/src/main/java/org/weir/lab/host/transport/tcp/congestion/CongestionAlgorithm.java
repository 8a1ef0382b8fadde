// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import java.util.Locale;

/** Weir's own congestion-control algorithms. */
public enum CongestionAlgorithm implements CongestionControlProvider {
    /** NewReno (RFC 5681, RFC 6582). */
    RENO,
    /** CUBIC (RFC 9438). */
    CUBIC,
    /** DCTCP (RFC 8257). */
    DCTCP,
    /** Prague, a scalable sender of L4S (RFC 9331). */
    PRAGUE,
    /** CUBIC as Linux has it, with HyStart; after a mark the window falls over a round trip. */
    CUBIC_LINUX,
    /** BBR, version 1. */
    BBR,
    /** NewReno as Linux has it; after a mark the window falls over a round trip. */
    RENO_LINUX;

    @Override
    public CongestionControl start(InitialWindow initial) {
        return switch (this) {
            case RENO -> new NewReno(initial);
            case CUBIC -> new Cubic(initial, true);
            case DCTCP -> new Dctcp(initial);
            case PRAGUE -> new Prague(initial);
            case CUBIC_LINUX -> new LinuxCubic(initial);
            case BBR -> new Bbr(initial);
            case RENO_LINUX -> new LinuxReno(initial);
        };
    }

    @Override
    public int ecnCodepoint() {
        return this == PRAGUE ? ECT_1 : ECT_0;
    }

    @Override
    public boolean isPaced() {
        return this == PRAGUE || this == BBR;
    }

    @Override
    public boolean usesEcn() {
        return this != BBR;
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
