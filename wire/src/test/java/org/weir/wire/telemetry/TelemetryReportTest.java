// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TelemetryReportTest {

    private static byte[] report() {
        return ByteBuffer.allocate(40)
                .put((byte) 1)
                .put((byte) 2)
                .putShort((short) 63)
                .putInt(0xFFFF_FFFE)
                .putInt(12)
                .putInt(34_567)
                .putShort((short) 0xABCD)
                .putInt(0x8000_0001)
                .putInt(9_999)
                .array();
    }

    @Test
    void readsEveryFieldUnsigned() {
        TelemetryReport report = TelemetryReport.parse(report()).orElseThrow();
        assertThat(report.classIndex()).isEqualTo(2);
        assertThat(report.port()).isEqualTo(63);
        assertThat(report.depthPackets()).isEqualTo(0xFFFF_FFFEL);
        assertThat(report.maxDepthPackets()).isEqualTo(12);
        assertThat(report.delayUs()).isEqualTo(34_567);
        assertThat(report.timeUs()).isEqualTo(0xABCD_8000_0001L);
        assertThat(report.arrivalRateKbps()).isEqualTo(9_999);
    }

    @Test
    void isAsLongAsTheProgramMakesIt() {
        byte[] exact = Arrays.copyOf(report(), TelemetryReport.LENGTH_BYTES);
        assertThat(TelemetryReport.parse(exact)).isPresent();
        byte[] cut = Arrays.copyOf(report(), TelemetryReport.LENGTH_BYTES - 1);
        assertThat(TelemetryReport.parse(cut)).isEmpty();
    }

    @Test
    void refusesAnotherVersion() {
        byte[] other = report();
        other[0] = 2;
        assertThat(TelemetryReport.parse(other)).isEmpty();
    }

    @Test
    void writesWhatItReads() {
        byte[] exact = Arrays.copyOf(report(), TelemetryReport.LENGTH_BYTES);
        assertThat(TelemetryReport.parse(exact).orElseThrow().toPayload()).isEqualTo(exact);
    }

    @Test
    void isFoundInsideAFrame() {
        byte[] frame = new byte[14 + TelemetryReport.LENGTH_BYTES];
        System.arraycopy(report(), 0, frame, 14, TelemetryReport.LENGTH_BYTES);
        assertThat(TelemetryReport.parse(frame, 14).orElseThrow().port()).isEqualTo(63);
        assertThat(TelemetryReport.parse(frame, 15)).isEmpty();
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> new TelemetryReport(256, 0, 0, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("class must have 8 bits, was 256");
        assertThatThrownBy(() -> new TelemetryReport(0, 0, -1, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
