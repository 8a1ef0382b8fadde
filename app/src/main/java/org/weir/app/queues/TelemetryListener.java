// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onlab.packet.Ethernet;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.PacketContext;
import org.onosproject.net.packet.PacketProcessor;
import org.onosproject.net.packet.PacketService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.PortId;
import org.weir.control.measurement.DepthReport;
import org.weir.pipelines.P4Limits;
import org.weir.wire.telemetry.TelemetryReport;

/**
 * Takes the reports that switches push out of the stream of packet-ins.
 *
 * <p>A switch names the queue's port twice: in the report, and as the port from which the packet-in
 * came. A frame of a host that another application has asked for comes from the host's port. So a
 * report about another port than that of its packet-in is forged, and changes nothing.
 */
public final class TelemetryListener implements PacketProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(TelemetryListener.class);

    /** First of all: reports are frequent and no other application has a use for them. */
    private static final int PRIORITY = PacketProcessor.advisor(1);

    private static final int ETHERNET_HEADER_BYTES = 14;

    private final PacketService packets;
    private final LongSupplier clockNs;
    private final Consumer<DepthReport> reports;

    /**
     * A listener that does not listen yet.
     *
     * @param packets packets from switches
     * @param clockNs time stamp of reports, ns
     * @param reports is given every report
     */
    public TelemetryListener(
            PacketService packets, LongSupplier clockNs, Consumer<DepthReport> reports) {
        this.packets = packets;
        this.clockNs = clockNs;
        this.reports = reports;
    }

    /** Starts to listen. */
    public void start() {
        packets.addProcessor(this, PRIORITY);
    }

    /** Stops to listen. */
    public void stop() {
        packets.removeProcessor(this);
    }

    @Override
    public void process(PacketContext context) {
        InboundPacket packet = context.inPacket();
        Ethernet frame = packet.parsed();
        if (frame == null
                || Short.toUnsignedInt(frame.getEtherType()) != TelemetryReport.ETHER_TYPE) {
            return;
        }
        context.block();
        ByteBuffer raw = packet.unparsed().duplicate();
        raw.rewind();
        byte[] payload = new byte[Math.max(0, raw.remaining() - ETHERNET_HEADER_BYTES)];
        raw.position(raw.limit() - payload.length);
        raw.get(payload);
        Optional<TelemetryReport> report = TelemetryReport.parse(payload);
        if (report.isEmpty()
                || report.get().port() > P4Limits.MAX_PORT
                || report.get().classIndex() >= P4Limits.CLASS_COUNT) {
            LOG.warn("{}: a report that cannot be read", packet.receivedFrom());
            return;
        }
        if (report.get().port() != packet.receivedFrom().port().toLong()) {
            LOG.warn(
                    "{}: a forged report about port {}",
                    packet.receivedFrom(),
                    report.get().port());
            return;
        }
        reports.accept(depthReport(packet.receivedFrom().deviceId().toString(), report.get()));
    }

    private DepthReport depthReport(String device, TelemetryReport report) {
        return new DepthReport(
                new PortId(device, report.port()),
                report.classIndex(),
                clockNs.getAsLong(),
                report.depthPackets(),
                report.maxDepthPackets(),
                report.delayUs(),
                report.arrivalRateKbps());
    }
}
