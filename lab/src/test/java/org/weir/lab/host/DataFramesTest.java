// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.link.FramePool;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;

class DataFramesTest {
    private static final MacAddress SOURCE = new MacAddress(7);

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.0.0.2, 1000", "10.0.0.1, 10.0.0.2, 67", "fd00::1, fd00::2, 101"})
    void aFrameIsTheOneThatWouldBeMadeAnew(String from, String to, int packetBytes) {
        FlowConfig flow = flow(IpAddress.parse(from), IpAddress.parse(to), packetBytes);
        DataFrames frames = new DataFrames(SOURCE, flow, new FramePool());
        Random random = new Random(1);
        for (int i = 0; i < 70_000; i++) {
            MacAddress destination = new MacAddress(8 + i / 50_000);
            long sequence = i % 2 == 0 ? i : random.nextLong();
            long sentNs = random.nextLong();

            byte[] frame = frames.next(destination, sequence, sentNs);

            UdpPacket parsed = UdpPacket.parse(frame).orElseThrow();
            assertThat(parsed.destinationMac()).isEqualTo(destination);
            assertThat(DataPayload.parse(parsed.payload()))
                    .contains(new DataPayload(flow.id(), sequence, sentNs));
            assertThat(frame).isEqualTo(parsed.toFrame());
        }
    }

    @Test
    void scalableSendersAreMarkedAsSuch() {
        Reaction classic = FixedRate::new;
        Reaction scalable =
                new Reaction() {
                    @Override
                    public RateControl start(long lineBps) {
                        return new FixedRate(lineBps);
                    }

                    @Override
                    public boolean isScalable() {
                        return true;
                    }
                };
        assertThat(ecn(true, Optional.of(scalable))).isEqualTo(1);
        assertThat(ecn(true, Optional.of(classic))).isEqualTo(2);
        assertThat(ecn(true, Optional.empty())).isEqualTo(2);
        assertThat(ecn(false, Optional.of(scalable))).isZero();
    }

    private static int ecn(boolean ecnCapable, Optional<Reaction> reaction) {
        FlowConfig flow =
                flow(
                        IpAddress.parse("10.0.0.1"),
                        IpAddress.parse("10.0.0.2"),
                        100,
                        ecnCapable,
                        reaction);
        byte[] frame = new DataFrames(SOURCE, flow, new FramePool()).next(new MacAddress(8), 0, 0);
        return UdpPacket.parse(frame).orElseThrow().ecn();
    }

    private static FlowConfig flow(IpAddress from, IpAddress to, int packetBytes) {
        return flow(from, to, packetBytes, true, Optional.empty());
    }

    private static FlowConfig flow(
            IpAddress from,
            IpAddress to,
            int packetBytes,
            boolean ecnCapable,
            Optional<Reaction> reaction) {
        return new FlowConfig(
                3,
                "",
                "",
                from,
                to,
                1,
                2,
                46,
                ecnCapable,
                packetBytes,
                ArrivalProcess.CBR,
                LoadSchedule.constant(1),
                1,
                reaction);
    }
}
