// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Congestion-control algorithms of the lab's TCP. */
public enum CongestionAlgorithm {
    /** NewReno (RFC 5681, RFC 6582). */
    RENO,
    /** CUBIC (RFC 9438). */
    CUBIC,
    /** DCTCP (RFC 8257). */
    DCTCP,
    /** Prague, a scalable sender of L4S (RFC 9331). */
    PRAGUE,
    /** CUBIC as Linux has it, with HyStart. */
    CUBIC_LINUX,
    /** BBR, version 1. */
    BBR;

    private static final int ECT_0 = 2;
    private static final int ECT_1 = 1;

    /** Congestion control of one connection. */
    public CongestionControl start(InitialWindow initial) {
        return switch (this) {
            case RENO -> new NewReno(initial);
            case CUBIC -> new Cubic(initial);
            case DCTCP -> new Dctcp(initial);
            case PRAGUE -> new Prague(initial);
            case CUBIC_LINUX -> new LinuxCubic(initial);
            case BBR -> new Bbr(initial);
        };
    }

    /** ECN field of its ECN-capable packets: ECT(1) of a sender of L4S, ECT(0) of others. */
    public int ecnCodepoint() {
        return this == PRAGUE ? ECT_1 : ECT_0;
    }

    /** True if it paces segments without being asked to (RFC 9331, section 4.3; BBR). */
    public boolean isPaced() {
        return this == PRAGUE || this == BBR;
    }

    /** True if it reacts to marks, so that its connections should ask for ECN. */
    public boolean usesEcn() {
        return this != BBR;
    }

    /** Name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The algorithm of a word.
     *
     * @throws IllegalArgumentException naming the words that there are
     */
    public static CongestionAlgorithm of(String word) {
        for (CongestionAlgorithm one : values()) {
            if (one.word().equals(word)) {
                return one;
            }
        }
        throw new IllegalArgumentException(
                "must be "
                        + Arrays.stream(values())
                                .map(CongestionAlgorithm::word)
                                .collect(Collectors.joining(", "))
                        + ", not \""
                        + word
                        + "\"");
    }
}
