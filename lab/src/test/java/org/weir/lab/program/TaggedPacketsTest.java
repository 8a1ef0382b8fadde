// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/** Packets with tags of IEEE 802.1Q, beside the same packets without. */
class TaggedPacketsTest {

    private static final int TRUSTED = 1;
    private static final int HOSTS = 2;
    private static final int OUTPUT = 4;
    private static final int ADDRESS_BYTES = 12;
    private static final int SHIM_BYTES = 32;
    private static final int ETHER_TYPE_ARP = 0x0806;
    private static final String SENDER = "0a000001";
    private static final String RECEIVER = "0a000005";
    private static final String SENDER_6 = "20010db8000000000000000000000001";
    private static final String RECEIVER_6 = "20010db8000000000000000000000005";
    private static final byte[] SHIM = bytes("57454952" + "01" + "00".repeat(SHIM_BYTES - 5));

    private ProgramNetwork plain;
    private ProgramNetwork tagged;

    @BeforeEach
    void start() throws Exception {
        plain = network();
        tagged = network();
    }

    /** Every packet of class 0 is marked and answered by feedback, and the edge clears DSCPs. */
    private static ProgramNetwork network() throws Exception {
        ProgramNetwork network = new ProgramNetwork(5, PortConfig.UNLIMITED, 512);
        String[][] routes = {{SENDER, RECEIVER}, {SENDER_6, RECEIVER_6}};
        for (String[] addresses : routes) {
            for (int i = 0; i < 2; i++) {
                network.add(
                        addresses[i].length() == 8
                                ? WeirIngress.Forwarding.IPV4_ROUTES
                                : WeirIngress.Forwarding.IPV6_ROUTES,
                        0,
                        ActionCall.of(
                                WeirIngress.Forwarding.SET_OUTPUT, number(i == 0 ? 1 : OUTPUT)),
                        new MatchKey.Lpm(bytes(addresses[i]), addresses[i].length() * 4));
            }
        }
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.useGeneration(32768), number(0), number(4)),
                exact(OUTPUT));
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(4),
                        number(0),
                        number(50),
                        number(2000),
                        number(0)),
                exact(OUTPUT),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.Edge.PORT_KINDS,
                0,
                ActionCall.of(WeirIngress.Edge.CLEAR_DSCP, number(0xff)),
                exact(HOSTS));
        var acl = network.table(WeirIngress.Acl.ACL);
        MatchKey arp = new MatchKey.Ternary(number(ETHER_TYPE_ARP), number(0xffff));
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(WeirIngress.Acl.PUNT),
                acl.key(Map.of(MatchFields.ETH_TYPE, arp)).toArray(MatchKey[]::new));
        network.device.setMirrorSession(1, MirrorSession.toPort(255));
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        network.timeline.runUntil(1_000_000_000L);
        return network;
    }

    private static byte[] insert(byte[] frame, byte[] tags) {
        byte[] with = new byte[frame.length + tags.length];
        System.arraycopy(frame, 0, with, 0, ADDRESS_BYTES);
        System.arraycopy(tags, 0, with, ADDRESS_BYTES, tags.length);
        System.arraycopy(
                frame,
                ADDRESS_BYTES,
                with,
                ADDRESS_BYTES + tags.length,
                frame.length - ADDRESS_BYTES);
        return with;
    }

    /** The tags of a feedback packet: priority 6, not eligible for drops. */
    private static byte[] raised(byte[] tags) {
        byte[] raised = tags.clone();
        for (int i = 2; i < raised.length; i += 4) {
            raised[i] = (byte) (raised[i] & 0x0f | 6 << 5);
        }
        return raised;
    }

    private static List<byte[]> frames(Random random) {
        List<byte[]> frames = new ArrayList<>();
        for (String[] flow : new String[][] {{SENDER, RECEIVER}, {SENDER_6, RECEIVER_6}}) {
            for (int ecn = 0; ecn < 4; ecn++) {
                int trafficClass = random.nextInt(64) << 2 | ecn;
                byte[] payload = new byte[random.nextInt(1000)];
                random.nextBytes(payload);
                frames.add(Frames.udp(flow[0], flow[1], trafficClass, 4000, 5000, payload));
                frames.add(
                        Frames.ip(flow[0], flow[1])
                                .trafficClass(trafficClass)
                                .tcp(4000, 80, 1, 2, 0x10, 100)
                                .payload(payload)
                                .build());
            }
            frames.add(Frames.ip(flow[0], flow[1]).icmp(8, 0, 0).build());
            frames.add(Frames.ip(flow[0], flow[1]).hopLimit(1).udp(1, 2).build());
            frames.add(Frames.udp(flow[1], flow[0], 48 << 2 | 3, 5000, 4000, SHIM));
        }
        frames.add(Frames.ip(SENDER, RECEIVER).options(bytes("01010101")).udp(4000, 5000).build());
        byte[] wrong = Frames.udp(SENDER, RECEIVER, 0, 4000, 5000, new byte[10]);
        wrong[24] ^= 1;
        frames.add(wrong);
        frames.add(Arrays.copyOf(wrong, 30));
        frames.add(Frames.udp(SENDER, "0a000109", 0, 4000, 5000, new byte[10]));
        frames.add(bytes("ffffffffffff0200000000aa0806" + "00".repeat(46)));
        frames.add(bytes("0200000000ee0200000000aa9000" + "00".repeat(46)));
        frames.add(bytes("0200000000ee0200000000aa88b5" + "01".repeat(28)));
        return frames;
    }

    /** The tags stay as they are; all else is done as without tags, byte for byte. */
    @ParameterizedTest
    @ValueSource(strings = {"8100b064", "88a8e00a", "8100000581003007", "88a8bfff81002001"})
    void packetsWithTagsLeaveAsThoseWithout(String hex) {
        byte[] tags = bytes(hex);
        int answered = 0;
        for (int port : new int[] {TRUSTED, HOSTS}) {
            for (byte[] frame : frames(new Random(port))) {
                String name = hex + " " + HexFormat.of().formatHex(frame);
                List<ProgramNetwork.Sent> without = plain.send(port, frame);
                List<ProgramNetwork.Sent> with = tagged.send(port, insert(frame, tags));
                assertThat(with).as(name).hasSameSizeAs(without);
                for (int i = 0; i < with.size(); i++) {
                    boolean made = without.size() > 1 && without.get(i).port() != OUTPUT;
                    byte[] expected = insert(without.get(i).frame(), made ? raised(tags) : tags);
                    assertThat(with.get(i).port()).as(name).isEqualTo(without.get(i).port());
                    assertThat(comparable(with.get(i).frame(), made))
                            .as(name)
                            .isEqualTo(comparable(expected, made));
                    answered += made ? 1 : 0;
                }
                plain.timeline.runUntil(plain.timeline.nowNs() + 1_000_000);
                tagged.timeline.runUntil(plain.timeline.nowNs());
            }
        }
        assertThat(answered).isPositive();
        compareCounters(tags.length);
        comparePacketIns(tags);
    }

    /** Arrival rate, and the checksum over it, of a feedback packet have the bytes of the tags. */
    private static String comparable(byte[] frame, boolean feedback) {
        byte[] bytes = frame.clone();
        if (feedback) {
            int shim = bytes.length - SHIM_BYTES;
            Arrays.fill(bytes, shim - 2, shim, (byte) 0);
            Arrays.fill(bytes, shim + 8, shim + 12, (byte) 0);
        }
        return HexFormat.of().formatHex(bytes);
    }

    private void compareCounters(int tagBytes) {
        for (String counter :
                List.of(
                        WeirIngress.VirtualQueue.ARRIVALS,
                        WeirIngress.VirtualQueue.MARKS,
                        WeirEgress.QueueStatistics.DEPARTURES)) {
            var with = tagged.device.counter(counter).orElseThrow().read(OUTPUT * 8);
            var without = plain.device.counter(counter).orElseThrow().read(OUTPUT * 8);
            assertThat(without.packets()).as(counter).isPositive();
            assertThat(with.packets()).as(counter).isEqualTo(without.packets());
            assertThat(with.bytes())
                    .as(counter)
                    .isEqualTo(without.bytes() + tagBytes * without.packets());
        }
        for (String counter :
                List.of(
                        WeirIngress.MALFORMED,
                        WeirIngress.Edge.FORGED,
                        WeirIngress.Edge.CLEARED,
                        WeirIngress.Forwarding.UNROUTED,
                        WeirIngress.Forwarding.EXPIRED)) {
            var with = tagged.device.counter(counter).orElseThrow().read(HOSTS);
            assertThat(with.packets())
                    .as(counter)
                    .isPositive()
                    .isEqualTo(plain.device.counter(counter).orElseThrow().read(HOSTS).packets());
        }
    }

    /** ARP goes to the controller with its tags, telemetry reports without. */
    private void comparePacketIns(byte[] tags) {
        assertThat(tagged.packetIns).hasSameSizeAs(plain.packetIns).hasSizeGreaterThan(2);
        int arp = 0;
        for (int i = 0; i < tagged.packetIns.size(); i++) {
            byte[] without = plain.packetIns.get(i);
            byte[] with = tagged.packetIns.get(i);
            if (Frames.u16(without, 2 + ADDRESS_BYTES) == ETHER_TYPE_ARP) {
                byte[] frame = Arrays.copyOfRange(without, 2, without.length);
                assertThat(Arrays.copyOfRange(with, 2, with.length)).isEqualTo(insert(frame, tags));
                arp++;
            } else {
                // Its last field is the arrival rate.
                assertThat(with).hasSameSizeAs(without);
                assertThat(Arrays.copyOf(with, with.length - 4))
                        .isEqualTo(Arrays.copyOf(without, without.length - 4));
            }
        }
        assertThat(arp).isEqualTo(2);
    }

    @Test
    void aThirdTagIsPayload() {
        byte[] frame = Frames.udp(SENDER, RECEIVER, 0, 4000, 5000, new byte[10]);
        assertThat(tagged.send(TRUSTED, insert(frame, bytes("810000018100000281000003"))))
                .isEmpty();
        assertThat(count(WeirIngress.Forwarding.UNROUTED)).isOne();
        assertThat(tagged.send(TRUSTED, Arrays.copyOf(insert(frame, bytes("81000001")), 16)))
                .isEmpty();
        assertThat(count(WeirIngress.MALFORMED)).isOne();
    }

    private long count(String counter) {
        return tagged.device.counter(counter).orElseThrow().read(TRUSTED).packets();
    }

    @ParameterizedTest
    @CsvSource({
        // Without a tag; tags with VLAN 100, with PCP 5, with both; VLAN 0 and PCP 5.
        "'', 4",
        "81000064, 2",
        "88a80064, 2",
        "8100a065, 3",
        "8100b064, 2",
        "8100a000, 3",
        "81000065, 0",
        // Two tags: the outer counts, and what a rule says about the inner.
        "8100006481006007, 1",
        "88a8000781006007, 1",
        "8100006481004007, 2",
        "8100000781000064, 5",
        "810000078100a065, 5"
    })
    void aRuleMatchesTheTagsOfAPacket(String tags, int classId) {
        MatchKey yes = new MatchKey.Ternary(number(1), number(1));
        MatchKey no = new MatchKey.Ternary(number(0), number(1));
        for (String table :
                List.of(WeirIngress.Classifier.IPV4_CLASSES, WeirIngress.Classifier.IPV6_CLASSES)) {
            classify(
                    table,
                    50,
                    1,
                    Map.of(
                            MatchFields.HAS_INNER_VLAN_TAG,
                            yes,
                            MatchFields.INNER_VLAN_ID,
                            new MatchKey.Ternary(number(7), number(0xfff)),
                            MatchFields.INNER_VLAN_PCP,
                            new MatchKey.Ternary(number(3), number(7))));
            classify(
                    table,
                    40,
                    2,
                    Map.of(
                            MatchFields.HAS_VLAN_TAG,
                            yes,
                            MatchFields.VLAN_ID,
                            new MatchKey.Ternary(number(100), number(0xfff))));
            classify(
                    table,
                    30,
                    3,
                    Map.of(
                            MatchFields.HAS_VLAN_TAG,
                            yes,
                            MatchFields.VLAN_PCP,
                            new MatchKey.Ternary(number(5), number(7))));
            classify(table, 20, 4, Map.of(MatchFields.HAS_VLAN_TAG, no));
            classify(table, 10, 5, Map.of(MatchFields.HAS_INNER_VLAN_TAG, yes));
        }
        byte[] ipv4 = Frames.udp(SENDER, RECEIVER, 0, 4000, 5000, new byte[10]);
        byte[] ipv6 = Frames.udp(SENDER_6, RECEIVER_6, 0, 4000, 5000, new byte[10]);
        // A field of the tag is as the packet before has left it, unless the tag is looked for.
        tagged.send(TRUSTED, insert(ipv4, bytes("8100b064" + "81006007")));
        long[] before = arrivals();
        tagged.send(TRUSTED, insert(ipv4, bytes(tags)));
        tagged.send(TRUSTED, insert(ipv6, bytes(tags)));
        long[] after = arrivals();
        after[classId] -= 2;
        assertThat(after).isEqualTo(before);
    }

    private void classify(String table, int priority, int classId, Map<String, MatchKey> stated) {
        tagged.add(
                table,
                priority,
                ActionCall.of(WeirIngress.Classifier.SET_CLASS, number(classId)),
                tagged.table(table).key(stated).toArray(MatchKey[]::new));
    }

    private long[] arrivals() {
        long[] packets = new long[8];
        for (int classId = 0; classId < packets.length; classId++) {
            packets[classId] =
                    tagged.device
                            .counter(WeirIngress.VirtualQueue.ARRIVALS)
                            .orElseThrow()
                            .read(OUTPUT * 8 + classId)
                            .packets();
        }
        return packets;
    }
}
