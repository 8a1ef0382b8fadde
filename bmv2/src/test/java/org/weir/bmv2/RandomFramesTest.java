// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;

/**
 * Frames without sense, of any length: nothing breaks, and no packet is lost or made without being
 * counted.
 */
class RandomFramesTest {

    @ParameterizedTest
    @ValueSource(strings = {"parsing", "tables", "stateful", "queues", "profiles"})
    void everyFrameIsSentOrCountedAsDropped(String program) throws Exception {
        TestNetwork network = new TestNetwork(TestNetwork.program(program));
        Random random = new Random(program.hashCode());
        int received = 20_000;
        for (int i = 0; i < received; i++) {
            byte[] frame = new byte[random.nextInt(random.nextInt(4) == 0 ? 2000 : 24)];
            random.nextBytes(frame);
            if (frame.length > 0 && random.nextBoolean()) {
                frame[0] &= 7;
            }
            network.device.receive(1 + random.nextInt(8), frame);
            network.settle();
        }
        assertThat(
                        network.sent.size()
                                + network.packetIns.size()
                                + network.device.droppedByProgram()
                                + network.device.droppedNoPort())
                .isEqualTo(received);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void copiesOfRandomFramesComeToAnEnd(long seed) throws Exception {
        TestNetwork network = new TestNetwork(TestNetwork.program("copies"));
        network.device.setMirrorSession(5, MirrorSession.toPort(255));
        network.device.setMirrorSession(6, MirrorSession.toPort(2));
        network.device.setMulticastGroup(
                7, List.of(new Replica(1, 0), new Replica(2, 0), new Replica(99, 0)));
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            byte[] frame = new byte[random.nextInt(300)];
            random.nextBytes(frame);
            if (frame.length > 0) {
                frame[0] = (byte) random.nextInt(12);
            }
            network.device.receive(1 + random.nextInt(8), frame);
        }
        network.settle();
        assertThat(network.packetIns).isNotEmpty();
    }
}
