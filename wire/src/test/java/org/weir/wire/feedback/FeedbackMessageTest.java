// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FeedbackMessageTest {

    private static final FeedbackMessage MESSAGE =
            new FeedbackMessage(
                    5, 6, 0xfedc_ba98L, 2400, 3, 0xffff, 0xabcd_8000_0001L, 511, 0x8000_0002L);

    /** Message written by hand from docs/feedback-packet.md. */
    private static final String BYTES =
            "57454952" // magic
                    + "01" // version
                    + "05" // class_id
                    + "06" // protocol
                    + "00" // reserved
                    + "fedcba98" // arrival_rate_kbps
                    + "00000960" // target_rate_kbps
                    + "0003" // depth_packets
                    + "ffff" // threshold_packets
                    + "abcd80000001" // time_us
                    + "01ff" // egress_port
                    + "80000002"; // sequence

    private static byte[] bytes() {
        return new BigInteger(BYTES, 16).toByteArray();
    }

    @Test
    void hasTheBytesOfTheFormat() {
        assertThat(MESSAGE.toPayload()).isEqualTo(bytes()).hasSize(FeedbackMessage.BYTES);
    }

    @Test
    void readsEveryFieldUnsigned() {
        FeedbackMessage read = FeedbackMessage.parse(3, bytes()).orElseThrow();
        assertThat(read).isEqualTo(MESSAGE).hasSameHashCodeAs(MESSAGE).hasToString(MESSAGE + "");
        assertThat(read.arrivalRateKbps()).isEqualTo(0xfedc_ba98L);
        assertThat(read.targetRateKbps()).isEqualTo(2400);
        assertThat(read.timeUs()).isEqualTo(0xabcd_8000_0001L);
        assertThat(read.sequence()).isEqualTo(0x8000_0002L);
        assertThat(read.isByRate()).isFalse();
    }

    @Test
    void isFoundInsideAFrame() {
        byte[] frame = new byte[42 + FeedbackMessage.BYTES];
        System.arraycopy(bytes(), 0, frame, 42, FeedbackMessage.BYTES);
        assertThat(FeedbackMessage.parse(frame, 42)).contains(MESSAGE);
        assertThat(FeedbackMessage.parse(frame, 43)).isEmpty();
    }

    @Test
    void isNoOtherPacket() {
        assertThat(FeedbackMessage.parse(2, bytes())).isEmpty();
        assertThat(FeedbackMessage.parse(3, Arrays.copyOf(bytes(), 31))).isEmpty();
        byte[] otherMagic = bytes();
        otherMagic[3]++;
        assertThat(FeedbackMessage.parse(3, otherMagic)).isEmpty();
        byte[] otherVersion = bytes();
        otherVersion[4] = 2;
        assertThat(FeedbackMessage.parse(3, otherVersion)).isEmpty();
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> new FeedbackMessage(0, 17, 1L << 32, 0, 0, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("arrival rate must be 0..4294967295, was 4294967296");
        assertThatThrownBy(() -> new FeedbackMessage(0, 17, 0, 0, -1, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("depth must be 0..65535, was -1");
    }
}
