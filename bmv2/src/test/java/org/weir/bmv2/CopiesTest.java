// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;

/**
 * Clones, resubmission, recirculation, multicast, digests and drops, with the metadata that BMv2
 * gives each.
 */
class CopiesTest {

    private static final int NORMAL = 0;
    private static final int INGRESS_CLONE = 1;
    private static final int EGRESS_CLONE = 2;
    private static final int RECIRCULATED = 4;
    private static final int REPLICATED = 5;
    private static final int RESUBMITTED = 6;

    private TestNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("copies"));
        network.device.setMirrorSession(5, new MirrorSession(List.of(new Replica(4, 44)), 0));
        network.device.setMirrorSession(6, MirrorSession.toPort(6));
        network.device.setMulticastGroup(
                7, List.of(new Replica(2, 20), new Replica(3, 30), new Replica(2, 21)));
    }

    private static String trace(
            int type, int in, int out, int rid, int length, int kept, int lost, int passes) {
        return "%02x%04x%04x%04x%04x%02x%02x%02x"
                .formatted(type, in, out, rid, length, kept, lost, passes);
    }

    private List<String> run(int port, String frame) {
        return network.send(port, frame).stream()
                .map(sent -> sent.port() + ":" + sent.hex())
                .sorted()
                .toList();
    }

    @Test
    void anIngressCloneIsThePacketAsItCameInWithTheFieldsThatAreKept() {
        // Kept fields have the value of the end of ingress; all other metadata, the ingress port
        // too, is 0.
        assertThat(run(3, "0150aabb"))
                .containsExactly(
                        "1:" + trace(NORMAL, 3, 1, 0, 4, 13, 12, 1) + "0163aabb",
                        "4:" + trace(INGRESS_CLONE, 0, 4, 44, 4, 13, 0, 1) + "0150aabb");
    }

    @Test
    void anEgressCloneHasTheHeadersOfTheEndOfEgress() {
        // The original's trace header is part of the clone, and written anew.
        assertThat(run(3, "0250aabb"))
                .containsExactly(
                        "1:" + trace(NORMAL, 3, 1, 0, 4, 21, 22, 1) + "0262aabb",
                        "6:" + trace(EGRESS_CLONE, 0, 6, 0, 16, 21, 0, 1) + "0262aabb");
    }

    @Test
    void aResubmittedPacketStartsAgainAsItCameIn() {
        assertThat(run(3, "0350aabb"))
                .containsExactly("1:" + trace(NORMAL, 0, 1, 0, 4, 0, 0, 3) + "0350aabb");
        assertThat(RESUBMITTED).isEqualTo(6);
    }

    @Test
    void aRecirculatedPacketStartsAgainAsItLeft() {
        assertThat(run(3, "0450aabb"))
                .containsExactly("1:" + trace(NORMAL, 0, 1, 0, 4, 0, 0, 3) + "0452aabb");
        assertThat(RECIRCULATED).isEqualTo(4);
    }

    @Test
    void aMulticastGroupMakesACopyForEachReplica() {
        assertThat(run(1, "0550"))
                .containsExactly(
                        "2:" + trace(REPLICATED, 1, 2, 20, 2, 0, 0, 1) + "0550",
                        "2:" + trace(REPLICATED, 1, 2, 21, 2, 0, 0, 1) + "0550",
                        "3:" + trace(REPLICATED, 1, 3, 30, 2, 0, 0, 1) + "0550");
        network.device.removeMulticastGroup(7);
        assertThat(run(1, "0550")).isEmpty();
    }

    @Test
    void digestsGoToTheListenerAndThePacketGoesOn() {
        List<Digest> digests = new ArrayList<>();
        network.device.onDigest(digests::add);
        assertThat(run(3, "0650")).hasSize(1);
        assertThat(digests).hasSize(1);
        assertThat(digests.get(0).name()).isEqualTo("digest_t");
        assertThat(digests.get(0).fields())
                .containsExactly(
                        TestNetwork.bytes("50"),
                        TestNetwork.bytes("0003"),
                        TestNetwork.bytes("123456789abcdef00112233445566778"));
    }

    @Test
    void truncationCutsTheFrameAndDropsDrop() {
        assertThat(run(3, "0750" + "aa".repeat(30)))
                .containsExactly("1:" + trace(NORMAL, 3, 1, 0, 32, 0, 0, 1) + "0750" + "aaaa");
        assertThat(run(3, "0850")).isEmpty();
        assertThat(run(3, "0a50")).isEmpty();
        assertThat(run(3, "0b50")).isEmpty();
        assertThat(network.device.droppedByProgram()).isEqualTo(3);
        assertThat(run(3, "0950")).isEmpty();
        assertThat(network.device.droppedNoPort()).isEqualTo(1);
    }

    @Test
    void aSessionThatIsNotSetMakesNoClone() {
        network.device.removeMirrorSession(5);
        assertThat(run(3, "0150aabb")).hasSize(1);
        network.device.setMirrorSession(
                5, new MirrorSession(List.of(new Replica(4, 0), new Replica(5, 1)), 13));
        // Two clones, each cut after 13 bytes: the trace header and the first byte of the order.
        assertThat(run(3, "0150aabb"))
                .contains(
                        "4:" + trace(INGRESS_CLONE, 0, 4, 0, 4, 13, 0, 1) + "01",
                        "5:" + trace(INGRESS_CLONE, 0, 5, 1, 4, 13, 0, 1) + "01");
    }
}
