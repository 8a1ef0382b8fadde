// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.weir.control.policy.Policy;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.whatif.MeasuredNetwork;
import org.weir.runner.InputException;

/**
 * The network that ONOS knows, as a network of the lab: switches, ports with their rates, links and
 * hosts of ONOS's REST, and the measurements of a plan.
 */
final class LiveNetwork {
    /** Highest number of a port in the lab. */
    private static final int MAX_PORT = 63;

    /** More hosts make more pairs than the estimate of the traffic can take. */
    private static final int MOST_HOSTS = 256;

    private static final double BPS_PER_MBPS = 1e6;
    private static final int DEFAULT_QUEUE_PACKETS = 256;

    private final JsonNode ports;
    private final JsonNode links;
    private final JsonNode hosts;
    private final JsonNode speeds;
    private final long linkDelayNs;

    /**
     * The network as ONOS answers.
     *
     * @param ports {@code ports} of {@code weir/v1/ports}
     * @param links {@code links} of {@code v1/links}
     * @param hosts {@code hosts} of {@code v1/hosts}
     * @param speeds {@code ports} of {@code v1/devices/ports}
     * @param linkDelayNs delay that every link is given, ns
     */
    LiveNetwork(JsonNode ports, JsonNode links, JsonNode hosts, JsonNode speeds, long linkDelayNs) {
        this.ports = ports;
        this.links = links;
        this.hosts = hosts;
        this.speeds = speeds;
        this.linkDelayNs = linkDelayNs;
    }

    /**
     * The network with the loads of a plan.
     *
     * @param plan as {@code weir/v1/plans/N} answers
     * @param policy the plan's policy
     * @throws InputException if the lab cannot have such a network
     */
    MeasuredNetwork measured(JsonNode plan, Policy policy) throws InputException {
        Map<LinkSpec.End, Integer> capacities = new HashMap<>();
        Map<LinkSpec.End, Long> rates = rates(capacities);
        List<LinkSpec> joined = switchLinks(rates);
        List<HostConfig> found = new ArrayList<>();
        Set<LinkSpec.End> taken = new TreeSet<>(Comparator.comparing(LinkSpec.End::toString));
        joined.forEach(link -> taken.addAll(List.of(link.first(), link.second())));
        addHosts(found, joined, taken, rates);
        NetworkSpec spec =
                new NetworkSpec(
                        "live",
                        1,
                        Optional.empty(),
                        switches(rates, capacities),
                        found,
                        joined,
                        List.of());
        return withLoads(spec, plan, policy);
    }

    private static LinkSpec.End end(JsonNode node) throws InputException {
        return end(node.path("device").asText(), node.path("port").asText());
    }

    private static LinkSpec.End end(String device, String port) throws InputException {
        try {
            int number = Integer.parseInt(port);
            if (number >= 1 && number <= MAX_PORT) {
                return new LinkSpec.End(device, number);
            }
        } catch (NumberFormatException e) {
            // Falls through to the message: ONOS has ports with names, the lab has not.
        }
        throw new InputException(
                device + "/" + port + ": the lab's switches have ports 1 to " + MAX_PORT);
    }

    /** The rates of the ports under control, and of all others of which ONOS knows one. */
    private Map<LinkSpec.End, Long> rates(Map<LinkSpec.End, Integer> capacities)
            throws InputException {
        Map<LinkSpec.End, Long> rates =
                new TreeMap<>(
                        Comparator.comparing(LinkSpec.End::node).thenComparing(LinkSpec.End::port));
        for (JsonNode port : ports) {
            LinkSpec.End end = end(port);
            rates.put(end, port.path("rateBps").asLong());
            capacities.put(end, port.path("capacityPackets").asInt(DEFAULT_QUEUE_PACKETS));
        }
        for (JsonNode port : speeds) {
            String number = port.path("port").asText();
            boolean isUsed = port.path("isEnabled").asBoolean() && number.matches("\\d{1,2}");
            double rateBps = port.path("portSpeed").asDouble() * BPS_PER_MBPS;
            if (isUsed && rateBps > 0 && Integer.parseInt(number) <= MAX_PORT) {
                rates.putIfAbsent(end(port.path("element").asText(), number), (long) rateBps);
            }
        }
        return rates;
    }

    private List<LinkSpec> switchLinks(Map<LinkSpec.End, Long> rates) throws InputException {
        Map<Set<LinkSpec.End>, LinkSpec> joined = new LinkedHashMap<>();
        for (JsonNode link : links) {
            if (link.path("state").asText("ACTIVE").equals("ACTIVE")) {
                LinkSpec.End from = end(link.path("src"));
                LinkSpec.End to = end(link.path("dst"));
                checkRate(from, rates);
                checkRate(to, rates);
                joined.putIfAbsent(Set.of(from, to), new LinkSpec(from, to, linkDelayNs, 0));
            }
        }
        return new ArrayList<>(joined.values());
    }

    private static void checkRate(LinkSpec.End end, Map<LinkSpec.End, Long> rates)
            throws InputException {
        if (!rates.containsKey(end)) {
            throw new InputException(
                    end + ": ONOS knows a link there, and no rate: state one in the policy");
        }
    }

    /** One host for each port at which ONOS knows hosts: the lab has one host at a port. */
    private void addHosts(
            List<HostConfig> found,
            List<LinkSpec> joined,
            Set<LinkSpec.End> taken,
            Map<LinkSpec.End, Long> rates)
            throws InputException {
        Map<LinkSpec.End, String> names = new LinkedHashMap<>();
        for (JsonNode host : hosts) {
            JsonNode place = host.path("locations").path(0);
            LinkSpec.End end = end(place.path("elementId").asText(), place.path("port").asText());
            if (!taken.contains(end)) {
                checkRate(end, rates);
                names.putIfAbsent(end, host.path("mac").asText());
            }
        }
        if (names.size() < 2 || names.size() > MOST_HOSTS) {
            throw new InputException(
                    "ONOS knows hosts at "
                            + names.size()
                            + " ports; a simulation needs 2 to "
                            + MOST_HOSTS);
        }
        for (Map.Entry<LinkSpec.End, String> one : names.entrySet()) {
            int number = found.size() + 1;
            byte[] address = {10, 0, (byte) (number >> 8), (byte) number};
            found.add(
                    new HostConfig(
                            one.getValue(),
                            new MacAddress(number),
                            IpAddress.of(address, 0, address.length),
                            Optional.empty(),
                            rates.get(one.getKey()),
                            HostConfig.DEFAULT_QUEUE_FRAMES,
                            0));
            joined.add(
                    new LinkSpec(
                            new LinkSpec.End(one.getValue(), 0), one.getKey(), linkDelayNs, 0));
        }
    }

    private static List<SwitchSpec> switches(
            Map<LinkSpec.End, Long> rates, Map<LinkSpec.End, Integer> capacities) {
        Map<String, List<SwitchSpec.PortSpec>> own = new TreeMap<>();
        rates.forEach(
                (end, rateBps) ->
                        own.computeIfAbsent(end.node(), any -> new ArrayList<>())
                                .add(
                                        new SwitchSpec.PortSpec(
                                                end.port(),
                                                end.toString(),
                                                rateBps,
                                                capacities.getOrDefault(
                                                        end, DEFAULT_QUEUE_PACKETS))));
        List<SwitchSpec> switches = new ArrayList<>();
        own.forEach(
                (name, list) ->
                        switches.add(
                                new SwitchSpec(name, switches.size() + 1L, "127.0.0.1", 0, list)));
        return switches;
    }

    private static MeasuredNetwork withLoads(NetworkSpec spec, JsonNode plan, Policy policy)
            throws InputException {
        int classes = policy.classes().size();
        Map<LinkSpec.End, double[]> loads = new LinkedHashMap<>();
        double[] bits = new double[classes];
        double[] packets = new double[classes];
        for (JsonNode port : plan.path("ports")) {
            double[] own = new double[classes];
            for (int i = 0; i < classes; i++) {
                JsonNode one = named(port.path("classes"), policy.classes().get(i).spec().name());
                double bytes = one.path("measured").path("packetBytes").asDouble();
                if (bytes > 0) {
                    own[i] = one.path("loadBps").asDouble();
                    bits[i] += own[i];
                    packets[i] += own[i] / bytes;
                }
            }
            loads.put(end(port), own);
        }
        double[] bytes = new double[classes];
        for (int i = 0; i < classes; i++) {
            bytes[i] = packets[i] > 0 ? bits[i] / packets[i] : 0;
        }
        return new MeasuredNetwork(spec, loads, bytes);
    }

    private static JsonNode named(JsonNode classes, String name) {
        for (JsonNode one : classes) {
            if (one.path("name").asText().equals(name)) {
                return one;
            }
        }
        return classes.path(-1);
    }
}
