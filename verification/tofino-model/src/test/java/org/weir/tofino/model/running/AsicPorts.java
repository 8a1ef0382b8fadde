// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The numbers that an ASIC has for the ports 1 to {@value BothPrograms#PORTS} of the tests, for the
 * CPU's and for recirculation. The front panel ports of Tofino 2 begin with 8, so entries, indices
 * of counters and the port numbers within frames are others there.
 */
enum AsicPorts {
    TOFINO_1("tf1", 0, 64, 68),
    TOFINO_2("tf2", 8, 2, 6);

    private static final int QUEUES = 8;
    private static final int DELAY_BUCKETS = 64;
    private static final int ALL_BITS = 0x1FF;
    private static final int PACKET_OUT_BYTES = 2;
    private static final int PAD_BITS = 7;

    /** Place of the port in a report to the controller. */
    private static final int REPORT_PORT_AT = 18;

    private static final long FEEDBACK_MAGIC = 0x5745_4952L;

    /** Place of the port in a feedback message, from its beginning. */
    private static final int FEEDBACK_PORT_AT = 26;

    private static final Set<String> PORT_FIELDS =
            Set.of(MatchFields.INGRESS_PORT, MatchFields.EGRESS_PORT, MatchFields.OUTPUT_PORT);

    private static final Set<String> PORT_COUNTERS =
            Set.of(
                    WeirIngress.MALFORMED,
                    WeirIngress.Edge.FORGED,
                    WeirIngress.ToController.LIMITED,
                    WeirIngress.Forwarding.UNROUTED,
                    WeirIngress.Forwarding.EXPIRED,
                    WeirIngress.Rpm.MARKS,
                    WeirIngress.Rpm.COLLISIONS,
                    WeirIngress.Rpm.EXPIRED,
                    WeirIngress.Agents.WITHHELD,
                    WeirIngress.ActivityEdge.OVERWRITTEN,
                    WeirIngress.ActivityEdge.UNMETERED);

    /** Beginning of the names of registers whose index is a flow's. */
    private static final String FLOWS = "WeirEgress.aqm.rpm.";

    /** The same of an aggregate's. */
    private static final String AGGREGATES = "WeirIngress.activity_edge.meter.";

    private final String generation;
    private final int shift;
    private final int cpu;
    private final int recirculation;

    AsicPorts(String generation, int shift, int cpu, int recirculation) {
        this.generation = generation;
        this.shift = shift;
        this.cpu = cpu;
        this.recirculation = recirculation;
    }

    /** {@code tf1} or {@code tf2}, with which the names of fixed tables begin. */
    String generation() {
        return generation;
    }

    /** Port to the CPU. */
    int cpu() {
        return cpu;
    }

    /** Port at which feedback enters. */
    int recirculation() {
        return recirculation;
    }

    /** The ASIC's number of a port of the tests. */
    int number(int port) {
        return isOfTests(port) ? port + shift : port;
    }

    private static boolean isOfTests(long port) {
        return port >= 1 && port <= BothPrograms.PORTS;
    }

    private int ofTests(int number) {
        return isOfTests(number - shift) ? number - shift : number;
    }

    /** A match with the ASIC's numbers. */
    Map<String, KeyMatch> match(Map<String, KeyMatch> match) {
        Map<String, KeyMatch> numbered = new TreeMap<>(match);
        numbered.replaceAll((field, value) -> PORT_FIELDS.contains(field) ? number(value) : value);
        return numbered;
    }

    private KeyMatch number(KeyMatch match) {
        if (shift == 0) {
            return match;
        }
        if (match instanceof KeyMatch.Exact exact) {
            return KeyMatch.exact(number(exact.value().intValue()));
        }
        KeyMatch.Ternary ternary = (KeyMatch.Ternary) match;
        if (ternary.mask().intValue() != ALL_BITS) {
            throw new IllegalArgumentException("a part of a port's number: " + ternary);
        }
        return KeyMatch.ternary(number(ternary.value().intValue()), ALL_BITS);
    }

    /** Parameters of an action with the ASIC's numbers. */
    Map<String, Long> parameters(Map<String, Long> parameters) {
        return parameters.entrySet().stream()
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                each ->
                                        each.getKey().equals(Parameters.PORT)
                                                ? number(each.getValue().intValue())
                                                : each.getValue()));
    }

    /** Index that the ASIC has in a counter or register of ports, queues, delays, flows, users. */
    int index(String counter, int index) {
        if (counter.startsWith(FLOWS) || counter.startsWith(AGGREGATES)) {
            return index;
        }
        if (PORT_COUNTERS.contains(counter)) {
            return index + shift;
        }
        int queues = shift * QUEUES;
        return counter.equals(WeirEgress.QueueStatistics.DELAYS)
                ? index + queues * DELAY_BUCKETS
                : index + queues;
    }

    /** A frame of the controller with the ASIC's number of the port that it is to leave by. */
    byte[] fromController(byte[] frame) {
        if (frame.length < PACKET_OUT_BYTES) {
            return frame;
        }
        byte[] numbered = frame.clone();
        setControllerPort(numbered, number(controllerPort(frame)));
        return numbered;
    }

    /** Packets that the switch has sent, with the port numbers of the tests. */
    BothPrograms.Sent sent(int number, byte[] frame) {
        byte[] ofTests = frame.clone();
        BothPrograms.Sent sent =
                new BothPrograms.Sent(number == cpu ? BothPrograms.CPU : ofTests(number), ofTests);
        if (shift == 0) {
            return sent;
        }
        if (number == cpu && frame.length >= PACKET_OUT_BYTES) {
            setControllerPort(ofTests, ofTests(controllerPort(frame)));
            if (frame.length > REPORT_PORT_AT + 1 && SentFrames.isReport(sent)) {
                putU16(ofTests, REPORT_PORT_AT, ofTests(Frames.u16(frame, REPORT_PORT_AT)));
            }
        } else {
            setFeedbackPort(ofTests);
        }
        return sent;
    }

    private static int controllerPort(byte[] frame) {
        return Frames.u16(frame, 0) >> PAD_BITS;
    }

    private static void setControllerPort(byte[] frame, int port) {
        int pad = Frames.u16(frame, 0) & ((1 << PAD_BITS) - 1);
        putU16(frame, 0, port << PAD_BITS | pad);
    }

    private static void putU16(byte[] frame, int at, int value) {
        ByteBuffer.wrap(frame).putShort(at, (short) value);
    }

    /** Replaces the port in a feedback message, whose UDP checksum stays right. */
    private void setFeedbackPort(byte[] frame) {
        for (int at = 0; at + FEEDBACK_PORT_AT + 2 <= frame.length; at++) {
            if (Frames.u32(frame, at) == FEEDBACK_MAGIC) {
                int number = Frames.u16(frame, at + FEEDBACK_PORT_AT);
                int sum = Frames.u16(frame, at - 2) + number - ofTests(number);
                putU16(frame, at + FEEDBACK_PORT_AT, ofTests(number));
                putU16(frame, at - 2, (sum & 0xFFFF) + (sum >> 16));
                return;
            }
        }
    }
}
