// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** Thresholds in the unit of {@code pipelines/tna/depth.p4}, for packets of several lengths. */
class TofinoDepthTest {

    /** Frames whose queue marks first; bytes with FCS, of which the buffer holds 4 fewer. */
    private static int marksAt(int threshold, int frameBytes, int cellBytes, int times, int shift) {
        int cells = (frameBytes - 4 + 30 + cellBytes - 1) / cellBytes;
        for (int frames = 1; ; frames++) {
            if (frames * cells * times >> shift >= threshold) {
                return frames;
            }
        }
    }

    /** The error is half a unit, and less than a unit of rounding down in the program. */
    @ParameterizedTest
    @CsvSource({"68", "104", "204", "518", "1018", "1518", "9018"})
    void queueMarksAtTheWantedNumberOfPackets(int frameBytes) {
        for (Platform platform : new Platform[] {TofinoPlatform.TOFINO, Tofino2Platform.TOFINO2}) {
            boolean isFirst = platform == TofinoPlatform.TOFINO;
            double perPacket = platform.depthUnit().perPacket(frameBytes);
            for (int wanted : new int[] {10, 20, 50, 200, 1000}) {
                QueueSettings settings =
                        QueueSettings.builder(0)
                                .weightPackets(1)
                                .limitPackets(2 * wanted)
                                .marking(Marking.atDepth(wanted))
                                .unitsPerPacket(perPacket)
                                .build();
                int units = settings.thresholdUnits().orElseThrow();
                int found =
                        isFirst
                                ? marksAt(units, frameBytes, 80, 13, 8)
                                : marksAt(units, frameBytes, 176, 57, 9);
                assertThat((double) found)
                        .as("%s, %s bytes, K %s", platform, frameBytes, wanted)
                        .isBetween(
                                wanted - Math.max(0.5, 0.5 / perPacket) - 1e-9,
                                wanted + Math.max(0.5, 0.5 / perPacket) + 1);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"64", "1514"})
    void bmv2CountsPackets(int frameBytes) {
        assertThat(Bmv2Platform.BMV2.depthUnit().perPacket(frameBytes)).isEqualTo(1);
    }
}
