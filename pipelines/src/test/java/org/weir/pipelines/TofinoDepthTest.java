// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;

/** Thresholds in the unit of {@code pipelines/tna/depth.p4}, for packets of several lengths. */
class TofinoDepthTest {

    private static final Path COMPILED = Path.of("compiled/lab/tna/tofino");
    private static final Pattern ADJUSTED = Pattern.compile("bytecount_adjust: -(\\d+)");

    /**
     * Length of the header that ingress puts in front of a packet, bytes: what the compiled
     * program's egress counters subtract. The builds for Tofino 2 have the same header.
     */
    private static int bridgeBytes(String program) throws IOException {
        String assembly = Files.readString(COMPILED.resolve(program + "/" + program + ".bfa"));
        Set<Integer> found =
                ADJUSTED.matcher(assembly)
                        .results()
                        .map(match -> Integer.parseInt(match.group(1)))
                        .collect(Collectors.toSet());
        assertThat(found).as(program).hasSize(1);
        return found.iterator().next();
    }

    /** Cells of a frame in the buffer; bytes with FCS, of which the buffer holds 4 fewer. */
    private static int cells(int frameBytes, int bridgeBytes, int cellBytes) {
        return (frameBytes - 4 + bridgeBytes + cellBytes - 1) / cellBytes;
    }

    /** Frames whose queue marks first. */
    private static int marksAt(int threshold, int cells, int times, int shift) {
        for (int frames = 1; ; frames++) {
            if (frames * cells * times >> shift >= threshold) {
                return frames;
            }
        }
    }

    /** The error is half a unit, and less than a unit of rounding down in the program. */
    @ParameterizedTest
    @CsvSource({
        "68", "104", "134", "136", "138", "152", "204", "296", "518", "1018", "1496", "1518", "9018"
    })
    void queueMarksAtTheWantedNumberOfPackets(int frameBytes) throws IOException {
        marksAtTheWantedNumber(TofinoPlatform.TOFINO, "weir", frameBytes);
        marksAtTheWantedNumber(TofinoPlatform.TOFINO_ABC, "weir_abc", frameBytes);
        marksAtTheWantedNumber(Tofino2Platform.TOFINO2, "weir", frameBytes);
        marksAtTheWantedNumber(Tofino2Platform.TOFINO2_ABC, "weir_abc", frameBytes);
    }

    private static void marksAtTheWantedNumber(Platform platform, String program, int frameBytes)
            throws IOException {
        boolean isFirst = platform.target().equals("tofino");
        int cells = cells(frameBytes, bridgeBytes(program), isFirst ? 80 : 176);
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
            int found = isFirst ? marksAt(units, cells, 13, 8) : marksAt(units, cells, 57, 9);
            assertThat((double) found)
                    .as("%s, %s bytes, K %s", platform, frameBytes, wanted)
                    .isBetween(
                            wanted - Math.max(0.5, 0.5 / perPacket) - 1e-9,
                            wanted + Math.max(0.5, 0.5 / perPacket) + 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"64", "1514"})
    void bmv2CountsPackets(int frameBytes) {
        assertThat(Bmv2Platform.BMV2.depthUnit().perPacket(frameBytes)).isEqualTo(1);
    }
}
