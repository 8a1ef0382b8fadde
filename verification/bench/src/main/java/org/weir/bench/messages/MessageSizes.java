// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Sizes of messages: 6 kB (70 %), 60 kB (25 %) and 600 kB (5 %), or these times one factor. A
 * message's group is the index of its size: 0 small, 1 middle, 2 large.
 *
 * @param bytes size of each group
 */
public record MessageSizes(List<Long> bytes) {
    /** Mean of the sizes without a factor, bytes. */
    public static final double MEAN_BYTES = 49_200;

    /** Names of the groups. */
    public static final List<String> GROUPS = List.of("small", "middle", "large");

    private static final List<Long> BASE = List.of(6_000L, 60_000L, 600_000L);
    private static final double[] PARTS = {0.7, 0.25, 0.05};
    private static final int SEGMENT_BYTES = 1448;
    private static final int HEADER_BYTES = 66;

    /** A full packet with its headers, bytes. */
    static final int PACKET_BYTES = SEGMENT_BYTES + HEADER_BYTES;

    /** Copies the list. */
    public MessageSizes {
        bytes = List.copyOf(bytes);
    }

    /**
     * Sizes with a mean.
     *
     * @param meanBytes mean, at least 10 bytes
     */
    public static MessageSizes ofMean(double meanBytes) {
        return new MessageSizes(
                BASE.stream().map(each -> Math.round(each * meanBytes / MEAN_BYTES)).toList());
    }

    /**
     * Group of a random message.
     *
     * @param random evenly distributed, 0 to below 1
     */
    public int group(double random) {
        int group = 0;
        double above = PARTS[0];
        while (group < PARTS.length - 1 && random >= above) {
            group++;
            above += PARTS[group];
        }
        return group;
    }

    /** The sizes in kB, with their parts. */
    public String text() {
        StringJoiner text = new StringJoiner(", ");
        for (int i = 0; i < PARTS.length; i++) {
            text.add(
                    String.format(
                            Locale.ROOT, "%.1f (%.0f %%)", bytes.get(i) / 1000.0, 100 * PARTS[i]));
        }
        return text.toString();
    }

    /** Mean of the bytes that the messages' segments have on a line. */
    public double meanLineBytes() {
        double mean = 0;
        for (int i = 0; i < PARTS.length; i++) {
            mean += PARTS[i] * lineBytes(bytes.get(i));
        }
        return mean;
    }

    /**
     * Bytes that a message has on a line: data, and 66 bytes of Ethernet's, IPv4's and TCP's
     * headers for each 1448 of them.
     */
    public static long lineBytes(long bytes) {
        return bytes + HEADER_BYTES * ((bytes + SEGMENT_BYTES - 1) / SEGMENT_BYTES);
    }
}
