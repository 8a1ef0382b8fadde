// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.weir.control.policy.JsonField;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.reaction.config.ReactionReader;

/** Reads the flows of a network file. */
final class TrafficReader {
    private static final long MAX_TIME_MS = 86_400_000L;
    private static final long NS_PER_MS = 1_000_000L;
    private static final int MAX_PACKET_BYTES = 9018;
    private static final int FIRST_SOURCE_PORT = 49152;

    private final Map<String, HostConfig> hosts;

    TrafficReader(Map<String, HostConfig> hosts) {
        this.hosts = hosts;
    }

    List<NetworkSpec.Traffic> read(JsonField list) {
        List<NetworkSpec.Traffic> traffic = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (JsonField field : list.elements()) {
            NetworkSpec.Traffic flow = readFlow(field, traffic.size());
            if (names.contains(flow.flow().name())) {
                throw field.required("name").error("\"" + flow.flow().name() + "\" is used twice");
            }
            names.add(flow.flow().name());
            traffic.add(flow);
        }
        return traffic;
    }

    private NetworkSpec.Traffic readFlow(JsonField field, int index) {
        field.object(
                Set.of(
                        "name",
                        "class",
                        "from",
                        "to",
                        "ipVersion",
                        "sourcePort",
                        "destinationPort",
                        "dscp",
                        "ecnCapable",
                        "packetBytes",
                        "process",
                        "load",
                        "repeatMs",
                        "backlogPackets",
                        "reaction"));
        HostConfig from = readHost(field.required("from"));
        HostConfig to = readHost(field.required("to"));
        if (from == to) {
            throw field.required("to").error("must be another host than the sender");
        }
        boolean ipv6 = readIpVersion(field) == 6;
        if (ipv6 && (from.ipv6().isEmpty() || to.ipv6().isEmpty())) {
            throw field.required("ipVersion").error("both hosts must have an ipv6 address");
        }
        IpAddress source = ipv6 ? from.ipv6().orElseThrow() : from.ipv4();
        IpAddress destination = ipv6 ? to.ipv6().orElseThrow() : to.ipv4();
        int leastBytes = UdpPacket.headerBytes(!ipv6) + DataPayload.BYTES;
        FlowConfig flow =
                new FlowConfig(
                        index,
                        field.required("name").text(),
                        field.required("class").text(),
                        source,
                        destination,
                        (int) field.integerOr("sourcePort", 0, 65535, FIRST_SOURCE_PORT + index),
                        (int) field.required("destinationPort").integer(0, 65535),
                        (int) field.integerOr("dscp", 0, 63, 0),
                        field.boolOr("ecnCapable", true),
                        (int) field.required("packetBytes").integer(leastBytes, MAX_PACKET_BYTES),
                        readProcess(field),
                        readLoad(field),
                        (int)
                                field.integerOr(
                                        "backlogPackets",
                                        1,
                                        1_000_000,
                                        FlowConfig.DEFAULT_BACKLOG_PACKETS),
                        ReactionReader.read(field, from.rateBps()));
        return new NetworkSpec.Traffic(from.name(), flow);
    }

    private HostConfig readHost(JsonField field) {
        HostConfig host = hosts.get(field.text());
        if (host == null) {
            throw field.error("no host is named \"" + field.text() + "\"");
        }
        return host;
    }

    private static long readIpVersion(JsonField flow) {
        long version = flow.integerOr("ipVersion", 4, 6, 4);
        if (version == 5) {
            throw flow.required("ipVersion").error("must be 4 or 6");
        }
        return version;
    }

    private static ArrivalProcess readProcess(JsonField flow) {
        Optional<JsonField> field = flow.optional("process");
        if (field.isEmpty()) {
            return ArrivalProcess.CBR;
        }
        JsonField process = field.get().object(Set.of("kind", "onMs", "offMs"));
        String kind = process.required("kind").oneOf("cbr", "poisson", "onoff");
        for (String time : List.of("onMs", "offMs")) {
            if (!kind.equals("onoff") && process.optional(time).isPresent()) {
                throw process.required(time).error("must be given with kind \"onoff\" only");
            }
        }
        switch (kind) {
            case "cbr":
                return ArrivalProcess.CBR;
            case "poisson":
                return ArrivalProcess.POISSON;
            default:
                return ArrivalProcess.onOff(
                        NS_PER_MS * process.required("onMs").integer(1, MAX_TIME_MS),
                        NS_PER_MS * process.required("offMs").integer(1, MAX_TIME_MS));
        }
    }

    private static LoadSchedule readLoad(JsonField flow) {
        JsonField list = flow.required("load");
        List<LoadSchedule.Step> steps = new ArrayList<>();
        long lastMs = -1;
        for (JsonField field : list.elements()) {
            field.object(Set.of("atMs", "rateBps"));
            long atMs = field.required("atMs").integer(0, MAX_TIME_MS);
            if (atMs <= lastMs) {
                throw field.required("atMs").error("must be later than the step before");
            }
            lastMs = atMs;
            steps.add(
                    new LoadSchedule.Step(
                            NS_PER_MS * atMs,
                            field.required("rateBps").integer(0, HostConfig.MAX_RATE_BPS)));
        }
        if (steps.isEmpty()) {
            throw list.error("must have at least one step");
        }
        long periodMs = flow.integerOr("repeatMs", lastMs + 1, MAX_TIME_MS, 0);
        return new LoadSchedule(steps, NS_PER_MS * periodMs);
    }
}
