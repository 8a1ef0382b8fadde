// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.onosproject.grpc.api.GrpcChannelController;
import org.onosproject.grpc.utils.AbstractGrpcHandlerBehaviour;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortStatistics;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.device.PortStatisticsDiscovery;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.weir.onos.gnmi.GnmiClient;
import org.weir.onos.gnmi.GnmiInterface;

/** Reads the ports' packet and byte counters by gNMI; there are none where gNMI is not spoken. */
public class GnmiPortStatisticsDiscovery
        extends AbstractGrpcHandlerBehaviour<P4RuntimeClient, P4RuntimeController>
        implements PortStatisticsDiscovery {

    public GnmiPortStatisticsDiscovery() {
        super(P4RuntimeController.class);
    }

    @Override
    public Collection<PortStatistics> discoverPortStatistics() {
        Optional<ManagedChannel> channel =
                handler().get(GrpcChannelController.class).get(mgmtUriFromNetcfg());
        if (channel.isEmpty()) {
            return List.of();
        }
        Collection<PortStatistics> statistics = new ArrayList<>();
        for (GnmiInterface iface : new GnmiClient(channel.get()).interfaces().orElse(List.of())) {
            if (iface.portNumber().isPresent() && !iface.counters().isEmpty()) {
                statistics.add(statistics(iface));
            }
        }
        return statistics;
    }

    private PortStatistics statistics(GnmiInterface iface) {
        Map<String, Long> counters = iface.counters();
        return DefaultPortStatistics.builder()
                .setDeviceId(deviceId)
                .setPort(PortNumber.portNumber(iface.portNumber().getAsLong()))
                .setPacketsReceived(
                        packets(counters, "in-pkts", "in-unicast-pkts", "in-multicast-pkts"))
                .setPacketsSent(
                        packets(counters, "out-pkts", "out-unicast-pkts", "out-multicast-pkts"))
                .setBytesReceived(counters.getOrDefault("in-octets", 0L))
                .setBytesSent(counters.getOrDefault("out-octets", 0L))
                .setPacketsRxDropped(counters.getOrDefault("in-discards", 0L))
                .setPacketsTxDropped(counters.getOrDefault("out-discards", 0L))
                .setPacketsRxErrors(counters.getOrDefault("in-errors", 0L))
                .setPacketsTxErrors(counters.getOrDefault("out-errors", 0L))
                .build();
    }

    /** Older models have no total of packets, only its parts. */
    private static long packets(
            Map<String, Long> counters, String total, String unicast, String multicast) {
        return counters.containsKey(total)
                ? counters.get(total)
                : counters.getOrDefault(unicast, 0L) + counters.getOrDefault(multicast, 0L);
    }
}
