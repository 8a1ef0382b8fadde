// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress.Edge;
import org.weir.wire.packet.InternetChecksum;
import org.weir.wire.telemetry.TelemetryReport;

/** Ports of each kind, forged frames, and what of the frames may differ at ports to hosts. */
public final class EdgeFrames {

    /** Port to another switch; all others lead to hosts. */
    public static final int SWITCH = 1;

    public static final int TRUSTED = 2;
    public static final int CLEARED = 3;
    public static final int REFUSED = 4;

    /** Port without an entry. */
    public static final int NEW_PORT = 8;

    public static final int ATTACKER = 0x0A000001;

    /** Address with a route in {@link ForwardingRules}. */
    public static final int VICTIM = 0x0A000105;

    public static final byte[] ATTACKER_6 = Frames.bytes("20010db8000000000000000000000001");
    public static final byte[] VICTIM_6 = Frames.bytes("20010db8000100000000000000000005");

    /** "WEIR", version 1, class 0, UDP, and a target rate of 1 kb/s. */
    public static final byte[] SHIM =
            Frames.bytes("57454952010011000000ffff00000001" + "00".repeat(16));

    private static final int ALL = 0xFF;

    private EdgeFrames() {}

    /** Gives the ports their kinds; {@link #NEW_PORT} has none. */
    public static void setPortKinds(BothPrograms both, EntryWriter more) {
        both.v1model.table(Edge.PORT_KINDS).orElseThrow().resetDefaultAction();
        more.add(Edge.PORT_KINDS, 0, at(SWITCH), Edge.TRUST_PORT, Map.of());
        setKind(both, more, TRUSTED, Edge.TRUST_DSCP, ALL);
        setKind(both, more, CLEARED, Edge.CLEAR_DSCP, ALL);
        setKind(both, more, REFUSED, Edge.REFUSE_DSCP, ALL);
        setKind(both, more, 5, Edge.TRUST_DSCP, 0b0110_0001);
        setKind(both, more, 6, Edge.CLEAR_DSCP, 0b0001_1010);
        setKind(both, more, 7, Edge.REFUSE_DSCP, 0b1000_0100);
        both.remove(Edge.PORT_KINDS, at(NEW_PORT));
    }

    private static Map<String, KeyMatch> at(int port) {
        return Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port));
    }

    private static void setKind(
            BothPrograms both, EntryWriter more, int port, String action, long classes) {
        Map<String, Long> parameters = Map.of(Parameters.CLASSES, classes);
        both.put(Edge.PORT_KINDS, at(port), action, parameters, Parameters.CLASSES);
        more.add(Edge.PORT_KINDS, 0, at(port), action, parameters);
    }

    public static boolean isToHosts(int port) {
        return port != SWITCH && port != BothPrograms.CPU;
    }

    /** Feedback that an attacker has made up. */
    public static List<byte[]> forgedFeedback() {
        byte[] udp = Frames.udp(5000, 4000, SHIM);
        byte[] feedback = Frames.ipv4(ATTACKER, VICTIM, 48 << 2 | 3, 64, 17, new byte[0], udp);
        List<byte[]> forged = new ArrayList<>();
        forged.add(feedback);
        forged.add(Frames.ipv4(ATTACKER, VICTIM, 0, 64, 17, new byte[0], udp));
        forged.add(Frames.ipv6(ATTACKER_6, VICTIM_6, 48 << 2 | 3, 64, 17, udp));
        forged.add(Frames.tagged(feedback, Frames.tag(0x8100, 7, false, 100)));
        return forged;
    }

    /** Forged feedback, or in one of five cases a forged telemetry report. */
    public static byte[] forged(Random random) {
        if (random.nextInt(5) == 0) {
            return Frames.ethernet(TelemetryReport.ETHER_TYPE, new byte[60]);
        }
        List<byte[]> feedback = forgedFeedback();
        return feedback.get(random.nextInt(feedback.size()));
    }

    /** True if a frame has UDP behind IPv4 options, which Tofino drops at ports to hosts. */
    public static boolean hidesUdp(byte[] frame) {
        if (frame.length < Frames.SHORTEST) {
            return false;
        }
        int ip = Frames.ETHERNET + Frames.tagBytes(frame);
        return Frames.u16(frame, ip - 2) == 0x0800 && (frame[ip] & 15) > 5 && frame[ip + 9] == 17;
    }

    /**
     * The frames without the DSCP of the controller's copies: Tofino clears it before it copies.
     */
    public static List<BothPrograms.Sent> withoutDscpOfCopies(List<BothPrograms.Sent> all) {
        List<BothPrograms.Sent> comparable = new ArrayList<>();
        for (BothPrograms.Sent each : all) {
            byte[] frame = each.frame().clone();
            if (each.port() == BothPrograms.CPU && !SentFrames.isReport(each)) {
                clearDscp(frame);
            }
            comparable.add(new BothPrograms.Sent(each.port(), frame));
        }
        return comparable;
    }

    /** Behind a packet_in header. */
    private static void clearDscp(byte[] frame) {
        byte[] packet = Arrays.copyOfRange(frame, 2, frame.length);
        int ip = 2 + Frames.ETHERNET + Frames.tagBytes(packet);
        int etherType = Frames.u16(frame, ip - 2);
        if (etherType == 0x0800) {
            assertThat(InternetChecksum.ipv4Residue(Frames.untagged(packet))).isZero();
            frame[ip + 1] &= 3;
            setIpv4Checksum(frame, ip);
        } else if (etherType == 0x86DD) {
            frame[ip] &= (byte) 0xF0;
            frame[ip + 1] &= 0x3F;
        }
    }

    /** Makes the checksum of an IPv4 header right. */
    public static void setIpv4Checksum(byte[] frame, int ip) {
        frame[ip + 10] = 0;
        frame[ip + 11] = 0;
        int sum = InternetChecksum.of(frame, ip, (frame[ip] & 15) * 4);
        frame[ip + 10] = (byte) (sum >>> 8);
        frame[ip + 11] = (byte) sum;
    }
}
