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
    DCTCP;

    /** Congestion control of one connection. */
    public CongestionControl start(InitialWindow initial) {
        return switch (this) {
            case RENO -> new NewReno(initial);
            case CUBIC -> new Cubic(initial);
            case DCTCP -> new Dctcp(initial);
        };
    }

    /** Name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
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
