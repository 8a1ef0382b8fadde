// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.weir.tofino.stratum.proto.Platform;

/** The ASICs that a configuration can be made for. */
public enum Asic {
    /** Tofino 1. Its smaller models have 260 Ki cells of 80 bytes, the larger ones 280 Ki. */
    TOFINO("tofino", Platform.PLT_GENERIC_BAREFOOT_TOFINO, 80, 260 * 1024, 4, 10, 25, 40, 50, 100),
    /** Tofino 2: 384 Ki cells of 176 bytes. */
    TOFINO2(
            "tofino2",
            Platform.PLT_GENERIC_BAREFOOT_TOFINO2,
            176,
            384 * 1024,
            8,
            10,
            25,
            40,
            50,
            100,
            200,
            400);

    private static final long BITS_PER_GIGABIT = 1_000_000_000;

    private final String optionName;
    private final Platform platform;
    private final int cellBytes;
    private final int bufferCells;
    private final int channels;
    private final int[] speedsGbps;

    Asic(
            String optionName,
            Platform platform,
            int cellBytes,
            int bufferCells,
            int channels,
            int... speedsGbps) {
        this.optionName = optionName;
        this.platform = platform;
        this.cellBytes = cellBytes;
        this.bufferCells = bufferCells;
        this.channels = channels;
        this.speedsGbps = speedsGbps;
    }

    /** Name in options. */
    public String optionName() {
        return optionName;
    }

    /** Bytes of a buffer cell. */
    public int cellBytes() {
        return cellBytes;
    }

    /** Cells of the buffer of its smallest model. */
    public int bufferCells() {
        return bufferCells;
    }

    /** Channels that a connector may be split into. */
    public int channels() {
        return channels;
    }

    /** Whether a port can have a speed, bit/s. */
    boolean allows(long speedBps) {
        return Arrays.stream(speedsGbps).anyMatch(gbps -> gbps * BITS_PER_GIGABIT == speedBps);
    }

    /** Speeds a port can have, as a message shows them. */
    String speeds() {
        List<String> texts =
                Arrays.stream(speedsGbps)
                        .mapToObj(gbps -> Long.toString(gbps * BITS_PER_GIGABIT))
                        .collect(Collectors.toList());
        return String.join(", ", texts);
    }

    Platform platform() {
        return platform;
    }
}
