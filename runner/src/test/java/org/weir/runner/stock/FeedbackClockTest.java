// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.wire.feedback.FeedbackMessage;

class FeedbackClockTest {
    private static final FeedbackMessage MESSAGE =
            new FeedbackMessage(1, 17, 5000, 3000, 12, 10, 0xffff_ffff_fff0L, 4, 77);

    private static byte[] frame(String from, String to, int hopLimit, byte[] payload) {
        return new UdpPacket(
                        MacAddress.parse("00:00:00:00:00:01"),
                        MacAddress.parse("00:00:00:00:00:05"),
                        IpAddress.parse(from),
                        IpAddress.parse(to),
                        FeedbackMessage.DSCP,
                        3,
                        hopLimit,
                        5001,
                        40000,
                        payload)
                .toFrame();
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.5, 10.0.0.1", "fd00::5, fd00::1"})
    void theTimeIsTheNetworksAndNothingElseChanges(String from, String to) {
        byte[] translated =
                new FeedbackClock(32).translate(frame(from, to, 63, MESSAGE.toPayload()));

        UdpPacket packet = UdpPacket.parse(translated).orElseThrow();
        assertThat(FeedbackMessage.parse(packet.ecn(), packet.payload()))
                .contains(new FeedbackMessage(1, 17, 5000, 3000, 12, 10, 16, 4, 77));
        assertThat(translated).isEqualTo(frame(from, to, 63, packet.payload()));
    }

    @ParameterizedTest
    @CsvSource({"62, true", "64, true", "63, false"})
    void whatAnotherSwitchHasMadeAndWhatIsNoFeedbackPassesAsItIs(int hopLimit, boolean feedback) {
        byte[] payload = feedback ? MESSAGE.toPayload() : new byte[FeedbackMessage.BYTES];
        byte[] frame = frame("10.0.0.5", "10.0.0.1", hopLimit, payload);

        assertThat(new FeedbackClock(32).translate(frame)).isSameAs(frame);
    }

    @ParameterizedTest
    @CsvSource({"0", "10", "1500"})
    void otherFramesPassAsTheyAre(int bytes) {
        byte[] frame = new byte[bytes];

        assertThat(new FeedbackClock(32).translate(frame)).isSameAs(frame);
    }
}
