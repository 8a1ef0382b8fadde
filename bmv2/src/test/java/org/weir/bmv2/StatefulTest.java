// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.weir.bmv2.TestNetwork.bytes;
import static org.weir.bmv2.TestNetwork.exact;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.table.ActionCall;

/** Registers, counters, meters, hashes and random numbers. */
class StatefulTest {

    private TestNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("stateful"));
    }

    /** Runs a frame for an index and returns the result header. */
    private byte[] run(int index) {
        return run(index, 0, 0xffff, "1abcdeadbeef", "");
    }

    private byte[] run(int index, int low, int high, String fields, String payload) {
        String frame = "%02x%04x%04x".formatted(index, low, high) + fields + payload;
        return network.send(2, frame).get(0).frame();
    }

    @Test
    void registersAreReadAndWrittenFromBothControlsAndFromOutside() {
        assertThat(Frames.u32(run(1), 0)).isZero();
        byte[] second = run(1);
        assertThat(Frames.u32(second, 0)).isEqualTo(1);
        assertThat(Frames.u32(second, 4)).isEqualTo(2);
        RegisterControl seen = network.device.register("seen").orElseThrow();
        assertThat(seen.read(1)).isEqualTo(bytes("00000002"));
        seen.write(1, bytes("ffffffff"));
        byte[] third = run(1);
        assertThat(Frames.u32(third, 0)).isEqualTo(0xffffffffL);
        assertThat(Frames.u32(third, 4)).isZero();
        // Each packet adds 2^64 - 1 to the wide one.
        assertThat(network.device.register("widest").orElseThrow().read(1))
                .isEqualTo(bytes("0000000000000002" + "fffffffffffffffd"));
        assertThatThrownBy(() -> seen.write(4, bytes("00"))).isInstanceOf(ControlException.class);
        assertThatThrownBy(() -> seen.write(0, bytes("0100000000")))
                .hasMessageContaining("seen: value 0x100000000 does not fit its 32 bits");
    }

    @Test
    void anIndexBeyondTheArrayChangesNothing() {
        RegisterControl seen = network.device.register("seen").orElseThrow();
        for (int i = 0; i < 4; i++) {
            seen.write(i, bytes("0000000" + i));
        }
        run(9);
        run(255);
        for (int i = 0; i < 4; i++) {
            assertThat(seen.read(i)).isEqualTo(bytes("0000000" + i));
            assertThat(network.device.counter("TestIngress.packets").orElseThrow().read(i))
                    .isEqualTo(CounterValue.ZERO);
        }
    }

    @Test
    void countersCountFramesAndTheirBytes() {
        run(2);
        run(2, 0, 1, "000000000000", "00".repeat(89));
        assertThat(network.device.counter("TestIngress.packets").orElseThrow().read(2))
                .isEqualTo(new CounterValue(2, 11 + 100));
    }

    @Test
    void metersMarkByTwoRates() {
        var meter = network.device.meter("TestIngress.limits").orElseThrow();
        assertThat(run(0)[16]).isZero();
        // 1 packet/s committed, 2 packets/s at peak; bursts of 2 and 4.
        meter.configure(0, Optional.of(new MeterConfig(1, 2, 2, 4)));
        StringBuilder colors = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            colors.append(run(0)[16]);
        }
        assertThat(colors.toString()).isEqualTo("001122");
        network.timeline.runUntil(network.timeline.nowNs() + 1_000_000_000L);
        assertThat(run(0)[16]).isEqualTo((byte) 0);
        assertThat(run(0)[16]).isEqualTo((byte) 1);
        assertThat(run(0)[16]).isEqualTo((byte) 2);
        assertThatThrownBy(() -> meter.configure(0, Optional.of(new MeterConfig(3, 1, 2, 1))))
                .hasMessageContaining("TestIngress.limits");
        meter.configure(0, Optional.empty());
        assertThat(run(0)[16]).isZero();
    }

    @Test
    void entriesHaveMetersOfTheirOwn() {
        network.add("TestIngress.metered", 0, ActionCall.of("TestIngress.marked"), exact(3));
        assertThat(run(3)[17]).isZero();
        network.table("TestIngress.metered")
                .configureMeter(List.of(exact(3)), 0, Optional.of(new MeterConfig(0, 11, 0, 22)));
        assertThat(run(3)[17]).isZero();
        assertThat(run(3)[17]).isEqualTo((byte) 1);
        assertThat(run(3)[17]).isEqualTo((byte) 2);
    }

    @Test
    void hashesSeeTheirFieldsPackedWithoutPadding() {
        byte[] out = run(1);
        byte[] packed = bytes("1abcdeadbeef01");
        CRC32 crc = new CRC32();
        crc.update(packed);
        assertThat(Frames.u32(out, 22)).isEqualTo(crc.getValue());
        assertThat(Frames.u16(out, 20)).isEqualTo(crc16(packed));
        assertThat(Frames.u16(out, 26)).isEqualTo(Frames.checksum(packed, 0, 7, 0));
        assertThat(Frames.u16(out, 28)).isEqualTo(0x1abc ^ 0xdead ^ 0xbeef ^ 0x0100);
        assertThat(Frames.u16(out, 30)).isEqualTo(0x1abc);
        assertThat(Frames.u16(out, 32)).isEqualTo((int) (crc.getValue() % 7) + 100);
    }

    @Test
    void aChecksumMayTakeThePayload() {
        byte[] out = run(1, 0, 1, "0000" + "01020304", "a1a2a3");
        byte[] covered = bytes("01020304a1a2a3");
        assertThat(Frames.u16(out, 34)).isEqualTo(Frames.checksum(covered, 0, 7, 0));
    }

    @Test
    void randomNumbersKeepToTheirBoundsAndRepeat() throws Exception {
        Set<Integer> values = new HashSet<>();
        StringBuilder first = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            int value = Frames.u16(run(0, 10, 14, "000000000000", ""), 18);
            values.add(value);
            first.append(value).append(' ');
        }
        assertThat(values).containsExactlyInAnyOrder(10, 11, 12, 13, 14);
        start();
        StringBuilder second = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            second.append(Frames.u16(run(0, 10, 14, "000000000000", ""), 18)).append(' ');
        }
        assertThat(second.toString()).isEqualTo(first.toString());
    }

    /** CRC-16/ARC bit by bit. */
    private static int crc16(byte[] data) {
        int crc = 0;
        for (byte value : data) {
            crc ^= value & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ 0xa001 : crc >>> 1;
            }
        }
        return crc;
    }
}
