// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.control.policy.JsonField;
import org.weir.control.tuning.DeclaredNumber;
import org.weir.control.tuning.NumberDeclaration;
import org.weir.control.tuning.ReferenceTable;
import org.weir.lab.host.config.HostConfig;

/**
 * Every number of a switch's queues that a network file may give, declared once: where it stands,
 * its field, default, unit, range and meaning.
 */
public enum QueueTunable implements DeclaredNumber {
    BUFFER_BYTES(
            "switch",
            "bufferBytes",
            "no limit",
            "bytes",
            1,
            Bounds.MAX_BYTES,
            "Buffer shared by all of the switch's queues; at least the sum of the reserved bytes."),
    RATE_PPS(
            "port",
            "ratePps",
            "no limit",
            "packets/s",
            1,
            HostConfig.MAX_RATE_BPS,
            "Largest packet rate of all the port's queues together."),
    QUANTUM_BYTES(
            "port",
            "quantumBytes",
            "" + PortTraffic.DEFAULT_QUANTUM_BYTES,
            "bytes",
            1,
            PortTraffic.MAX_QUANTUM_BYTES,
            "Bytes per round and unit of weight with dwrr."),
    LEVEL(
            "queue",
            "level",
            "the queue's number",
            "",
            0,
            QueueConfig.MAX_LEVEL,
            "Queues of a higher level go first; queues of one level share by weight."),
    WEIGHT(
            "queue",
            "weight",
            "1",
            "",
            1,
            QueueConfig.MAX_WEIGHT,
            "Share among the queues of its level."),
    CAPACITY_PACKETS(
            "queue",
            "capacityPackets",
            "the port's",
            "packets",
            1,
            Bounds.MAX_CAPACITY_PACKETS,
            "Largest number of waiting packets."),
    CAPACITY_BYTES(
            "queue",
            "capacityBytes",
            "no limit",
            "bytes",
            1,
            Bounds.MAX_BYTES,
            "Largest number of waiting bytes."),
    MAX_RATE_BPS(
            "queue",
            "maxRateBps",
            "no limit",
            "bit/s",
            1,
            HostConfig.MAX_RATE_BPS,
            "Largest bit rate."),
    MAX_RATE_PPS(
            "queue",
            "maxRatePps",
            "no limit",
            "packets/s",
            1,
            HostConfig.MAX_RATE_BPS,
            "Largest packet rate, as with BMv2's set_queue_rate."),
    BURST_BYTES(
            "queue",
            "burstBytes",
            "" + QueueConfig.DEFAULT_BURST_BYTES,
            "bytes",
            0,
            QueueConfig.MAX_BURST_BYTES,
            "Burst above maxRateBps. A queue that shares its level needs at least weight times"
                    + " quantum."),
    RESERVED_BYTES(
            "queue",
            "reservedBytes",
            "0",
            "bytes",
            0,
            Bounds.MAX_BYTES,
            "Part of the switch's buffer that no other queue uses."),
    ALPHA(
            "queue",
            "alpha",
            "1",
            "",
            0.001,
            1000,
            "The queue may hold this many times the free shared buffer (Choudhury and Hahne's"
                    + " dynamic threshold)."),
    PAUSE_QUANTA(
            "port's pfc",
            "pauseQuanta",
            "" + PfcConfig.MAX_QUANTA,
            "512 bit times",
            1,
            PfcConfig.MAX_QUANTA,
            "Requested length of a pause; the port repeats the request after half of it."),
    XOFF_BYTES(
            "priority of pfc",
            "xoffBytes",
            "never",
            "bytes",
            1,
            PfcPriority.MAX_BYTES,
            "Waiting bytes of this ingress port at which it asks its peer to pause."),
    XON_BYTES(
            "priority of pfc",
            "xonBytes",
            "0",
            "bytes",
            0,
            PfcPriority.MAX_BYTES,
            "Waiting bytes at which it asks the peer to resume; below xoffBytes."),
    HEADROOM_BYTES(
            "priority of pfc",
            "headroomBytes",
            "0",
            "bytes",
            0,
            PfcPriority.MAX_BYTES,
            "Bytes above xoffBytes, for frames that arrive until the peer has stopped.");

    private final NumberDeclaration declaration;

    QueueTunable(
            String owner,
            String fieldName,
            String normal,
            String unit,
            double min,
            double max,
            String help) {
        declaration =
                new NumberDeclaration(
                        fieldName, normal, unit, min, max, "Of a " + owner + ". " + help);
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** Reads it as a whole number. */
    long integerOr(JsonField parent, long otherwise) {
        return parent.integerOr(fieldName(), (long) min(), (long) max(), otherwise);
    }

    /** Reads it as a number. */
    double numberOr(JsonField parent, double otherwise) {
        return parent.numberOr(fieldName(), min(), max(), otherwise);
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }

    /** Bounds that several tunables share. */
    static final class Bounds {
        static final int MAX_CAPACITY_PACKETS = 1_000_000;
        static final long MAX_BYTES = PfcPriority.MAX_BYTES;

        private Bounds() {}
    }
}
