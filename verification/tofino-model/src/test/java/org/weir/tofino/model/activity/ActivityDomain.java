// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/** The edge of an ABC domain: ports, users and routes of a switch, and frames that come to it. */
public final class ActivityDomain {

    /** A port to users. */
    public static final int EDGE = 1;

    /** Another port to users. */
    public static final int OTHER_EDGE = 2;

    /** A port to another switch of the domain. */
    public static final int INNER = 3;

    /** A port that leads out of the domain. */
    public static final int OUT = 4;

    /** Number of ports by which frames come; the last has no entry. */
    public static final int PORTS = 5;

    /** Ethernet type of an activity value. */
    public static final int ETHER_TYPE = 0x88B6;

    /** Length of Tofino's windows. */
    public static final long WINDOW_NS = 1L << 31;

    /** v1model's memory. */
    static final double METER_US = 3_000_000;

    /** Rate of an aggregate of weight 1 whose activity is 0. */
    public static final double REFERENCE_BPS = 10_000;

    /** Weight of the aggregate at {@link #OTHER_EDGE}. */
    static final double OTHER_WEIGHT = 4;

    /** User at {@link #EDGE}. */
    public static final int USER = 0x0A000001;

    /** User at {@link #OTHER_EDGE}. */
    static final int OTHER_USER = 0x0A000002;

    /** Address behind {@link #INNER}. */
    public static final int TO_INNER = 0x0B000001;

    private static final int TO_OUT = 0x0C000001;
    private static final int TO_NOWHERE = 0x0D000001;
    private static final int STRANGER = 0x0A000009;
    private static final byte[] USER_6 = Frames.bytes("fd000000000000000000000000000001");
    private static final int TYPE_AT = 12;
    private static final int ACTIVITY_AT = 14;
    private static final byte[] NO_OPTIONS = {};

    private ActivityDomain() {}

    /** Adds the entries of the domain to both programs. */
    public static void addTo(BothPrograms both) {
        route(both, KeyMatch.lpm(0x0B000000, 8), INNER);
        route(both, KeyMatch.lpm(0x0C000000, 8), OUT);
        both.add(
                WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                Map.of(MatchFields.IPV6_DST, new KeyMatch.Lpm(new BigInteger(1, USER_6), 128)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of(Parameters.PORT, (long) INNER),
                Parameters.PORT);
        both.add(
                ActivityEdge.PORTS,
                0,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(INNER)),
                ActivityEdge.KEEP_ACTIVITY,
                Map.of());
        both.add(
                WeirEgress.ActivityDeparture.INNER_PORTS,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(INNER)),
                WeirEgress.ActivityDeparture.WRITE_ACTIVITY,
                Map.of());
        for (int port : new int[] {EDGE, OTHER_EDGE}) {
            Map<String, KeyMatch> match = Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port));
            both.addToV1model(
                    ActivityEdge.PORTS,
                    0,
                    match,
                    ActivityEdge.METER_USERS,
                    Map.of(Parameters.MEMORY_DECAY, Math.round(0x1p44 / Math.log(2) / METER_US)),
                    Parameters.MEMORY_DECAY);
            both.addToTofino(ActivityEdge.PORTS, 0, match, ActivityEdge.METER_USERS, Map.of());
        }
        aggregate(both, EDGE, KeyMatch.lpm(USER, 32), MatchFields.IPV4_SRC, 0, 1);
        aggregate(
                both,
                OTHER_EDGE,
                KeyMatch.lpm(OTHER_USER, 31),
                MatchFields.IPV4_SRC,
                1023,
                OTHER_WEIGHT);
        aggregate(
                both,
                EDGE,
                new KeyMatch.Lpm(new BigInteger(1, USER_6), 128),
                MatchFields.IPV6_SRC,
                0,
                1);
    }

    private static void route(BothPrograms both, KeyMatch prefix, int port) {
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, prefix),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of(Parameters.PORT, (long) port),
                Parameters.PORT);
    }

    /** The reference has the memory on v1model, and the window on Tofino. */
    private static void aggregate(
            BothPrograms both, int port, KeyMatch prefix, String field, int index, double weight) {
        String table =
                field.equals(MatchFields.IPV4_SRC)
                        ? ActivityEdge.IPV4_AGGREGATES
                        : ActivityEdge.IPV6_AGGREGATES;
        Map<String, KeyMatch> match =
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port), field, prefix);
        both.addToV1model(
                table,
                0,
                match,
                ActivityEdge.SET_AGGREGATE,
                parameters(index, weight, METER_US / 1e6),
                Parameters.AGGREGATE_INDEX,
                Parameters.REFERENCE_LOG);
        Map<String, Long> ofTofino = parameters(index, weight, WINDOW_NS / 1e9);
        both.addToTofino(table, 0, match, ActivityEdge.SET_AGGREGATE, ofTofino);
    }

    private static Map<String, Long> parameters(int index, double weight, double seconds) {
        return Map.of(
                Parameters.AGGREGATE_INDEX,
                (long) index,
                Parameters.REFERENCE_LOG,
                Math.round(0x1p16 * log2(weight * REFERENCE_BPS * seconds)));
    }

    static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }

    /** A UDP packet as a frame of so many bytes. */
    public static byte[] frame(int from, int to, int bytes) {
        return Frames.ipv4(
                from,
                to,
                0,
                64,
                17,
                NO_OPTIONS,
                Frames.udp(4000, 5000, new byte[bytes - Frames.ETHERNET - 28]));
    }

    /** A frame of any kind, with or without an activity value, of a user or another sender. */
    public static byte[] anyFrame(Random random) {
        int[] sources = {USER, OTHER_USER, STRANGER};
        int[] targets = {TO_INNER, TO_OUT, TO_NOWHERE};
        int bytes = 60 + random.nextInt(1400);
        byte[] frame =
                switch (random.nextInt(6)) {
                    case 0 ->
                            Frames.ipv6(
                                    random.nextBoolean() ? USER_6 : new byte[16],
                                    USER_6,
                                    0,
                                    64,
                                    17,
                                    Frames.udp(1, 2, new byte[bytes]));
                    case 1 -> Frames.ethernet(0x9000, new byte[50]);
                    default -> frame(sources[random.nextInt(3)], targets[random.nextInt(3)], bytes);
                };
        return random.nextBoolean() ? withActivity(frame, random.nextInt(0x10000)) : frame;
    }

    /** A frame of another switch of the domain. */
    public static byte[] withActivity(byte[] frame, int activity) {
        byte[] inside = new byte[frame.length + 4];
        System.arraycopy(frame, 0, inside, 0, TYPE_AT);
        inside[TYPE_AT] = (byte) (ETHER_TYPE >> 8);
        inside[TYPE_AT + 1] = (byte) ETHER_TYPE;
        inside[ACTIVITY_AT] = (byte) (activity >> 8);
        inside[ACTIVITY_AT + 1] = (byte) activity;
        System.arraycopy(frame, TYPE_AT, inside, TYPE_AT + 4, frame.length - TYPE_AT);
        return inside;
    }

    /** The activity value of the one frame that was sent. */
    public static double activity(List<BothPrograms.Sent> sent) {
        assertThat(sent).hasSize(1);
        byte[] frame = sent.get(0).frame();
        assertThat(Frames.u16(frame, TYPE_AT)).isEqualTo(ETHER_TYPE);
        return Frames.u16(frame, ACTIVITY_AT) / 1024.0 - 32;
    }

    /** The frames sent, as hexadecimal text; a metered activity is cleared. */
    public static List<String> texts(List<BothPrograms.Sent> sent, boolean metered) {
        List<String> texts = new ArrayList<>();
        for (BothPrograms.Sent each : sent) {
            byte[] frame = each.frame().clone();
            if (metered && Frames.u16(frame, TYPE_AT) == ETHER_TYPE) {
                Arrays.fill(frame, ACTIVITY_AT, ACTIVITY_AT + 2, (byte) 0);
            }
            texts.add(each.port() + ": " + HexFormat.of().formatHex(frame));
        }
        return texts;
    }
}
