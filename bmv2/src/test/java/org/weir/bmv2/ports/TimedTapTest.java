// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Taps at both ends of a veth pair. */
class TimedTapTest {
    private static final int FRAMES = 100;
    private static final int FRAME_BYTES = 500;
    private static final int WAIT_MS = 10_000;

    private TestNamespace namespace;

    @BeforeEach
    void makeVeth() throws IOException {
        namespace = TestNamespace.create();
        namespace.veth("v1", "w1");
    }

    @AfterEach
    void removeNamespace() throws IOException {
        if (namespace != null) {
            namespace.close();
        }
    }

    private TimedTap open(String name) throws IOException {
        return NetworkNamespace.call(namespace.name(), () -> TimedTap.open(name));
    }

    /** Times of the frames that a tap sees, by their number. */
    private static Map<Integer, Long> times(TimedTap tap) throws IOException {
        Map<Integer, Long> times = new LinkedHashMap<>();
        while (times.size() < FRAMES) {
            int frames =
                    tap.read(
                            (timeNs, start, length) -> {
                                assertThat(length).isEqualTo(TimedTap.START_BYTES);
                                times.put(start[14] & 0xff, timeNs);
                            },
                            WAIT_MS);
            assertThat(frames).as("frames after %s", times.keySet()).isPositive();
        }
        return times;
    }

    @Test
    void aFrameIsSeenWhenItLeavesAndNotEarlierWhenItComes() throws Exception {
        try (TimedTap leaving = open("v1");
                TimedTap coming = open("w1");
                HostPort port =
                        NetworkNamespace.call(
                                namespace.name(), () -> PacketSocketPort.open("v1"))) {
            long beforeMs = System.currentTimeMillis();
            byte[] frame = new byte[FRAME_BYTES];
            frame[0] = 2;
            frame[12] = (byte) 0x88;
            frame[13] = (byte) 0xb5;
            for (int i = 0; i < FRAMES; i++) {
                frame[14] = (byte) i;
                assertThat(port.send(frame, 0, FRAME_BYTES)).isTrue();
            }
            Map<Integer, Long> left = times(leaving);
            Map<Integer, Long> came = times(coming);
            List<Integer> sent = IntStream.range(0, FRAMES).boxed().toList();
            assertThat(left.keySet()).containsExactlyElementsOf(sent);
            assertThat(came.keySet()).containsExactlyElementsOf(sent);
            // The kernel's times are of the day. Its clock may be set back, once at most here.
            assertThat(left.keySet())
                    .filteredOn(number -> came.get(number) < left.get(number))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(left.get(0)).isGreaterThanOrEqualTo((beforeMs - 1000) * 1_000_000L);
        }
    }
}
