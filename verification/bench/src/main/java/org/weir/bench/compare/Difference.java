// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A packet that two switches have answered differently.
 *
 * @param packet its number, from 0
 * @param in the packet
 * @param ours frames that our switch sent, in order of port
 * @param stock frames that stock BMv2 sent, in order of port
 */
public record Difference(
        long packet, InputFrame in, List<OutputFrame> ours, List<OutputFrame> stock) {

    @Override
    public String toString() {
        return "packet %d into port %d, %d bytes: %s%n  ours:%n%s%n  simple_switch:%n%s%s"
                .formatted(
                        packet,
                        in.port(),
                        in.bytes().length,
                        HexFormat.of().formatHex(in.bytes()),
                        frames(ours),
                        frames(stock),
                        firstByte());
    }

    private static String frames(List<OutputFrame> frames) {
        if (frames.isEmpty()) {
            return "    nothing";
        }
        return frames.stream()
                .map(frame -> "    " + frame)
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private String firstByte() {
        for (int i = 0; i < Math.min(ours.size(), stock.size()); i++) {
            OutputFrame a = ours.get(i);
            OutputFrame b = stock.get(i);
            if (!a.equals(b)) {
                int at = java.util.Arrays.mismatch(a.bytes(), b.bytes());
                return a.port() != b.port()
                        ? ""
                        : "%n  first different byte: %d of the frame of port %d"
                                .formatted(at, a.port());
            }
        }
        return "";
    }
}
