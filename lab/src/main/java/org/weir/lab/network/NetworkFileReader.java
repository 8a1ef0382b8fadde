// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.control.cli.FileFault;
import org.weir.control.policy.JsonField;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.StrictJson;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;

/**
 * Reads a network file ({@code netcfg/network.schema.json}). Everything is checked: an unknown
 * field, a wrong type, a value out of range, a name used twice or one that nothing bears is refused
 * with one line that names file, field and rule.
 */
public final class NetworkFileReader {
    private static final int MAX_QUEUE_FRAMES = 1_000_000;
    private static final long MAX_DELAY_US = 10_000_000L;

    private final String file;
    private final Path path;
    private final Map<String, SwitchSpec> switches = new LinkedHashMap<>();
    private final Map<String, HostConfig> hosts = new LinkedHashMap<>();

    private NetworkFileReader(Path path) {
        this.path = path;
        this.file = path.toString();
    }

    /**
     * Reads and checks a file.
     *
     * @throws NetworkFileException when it is missing, is not JSON, or breaks a rule
     */
    public static NetworkSpec read(Path path) throws NetworkFileException {
        NetworkFileReader reader = new NetworkFileReader(path);
        JsonNode root = reader.parse();
        try {
            return reader.readAll(new JsonField(reader.file, "", root));
        } catch (PolicyException e) {
            throw new NetworkFileException(e);
        }
    }

    private NetworkSpec readAll(JsonField document) {
        JsonField root =
                document.object(
                        Set.of(
                                "$schema",
                                "name",
                                "seed",
                                "onos",
                                "switches",
                                "hosts",
                                "links",
                                "traffic"));
        String name = root.required("name").text();
        long seed = root.integerOr("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1);
        Optional<Path> onosFile = readOnosFile(root);
        readSwitches(root.required("switches"));
        readHosts(root.required("hosts"));
        List<LinkSpec> links = readLinks(root.required("links"));
        List<NetworkSpec.Traffic> traffic = new ArrayList<>();
        Optional<JsonField> trafficField = root.optional("traffic");
        if (trafficField.isPresent()) {
            traffic.addAll(new TrafficReader(hosts).read(trafficField.get()));
            refuseWithoutPath(trafficField.get().elements(), new Connectivity(links));
        }
        return new NetworkSpec(
                name,
                seed,
                onosFile,
                List.copyOf(switches.values()),
                List.copyOf(hosts.values()),
                links,
                traffic);
    }

    private static void refuseWithoutPath(List<JsonField> traffic, Connectivity connectivity) {
        for (JsonField flow : traffic) {
            String from = flow.required("from").text();
            JsonField to = flow.required("to");
            if (!connectivity.hasPath(from, to.text())) {
                throw to.error("no path from " + from + " to " + to.text() + " over the links");
            }
        }
    }

    private JsonNode parse() throws NetworkFileException {
        try {
            JsonNode node = StrictJson.read(Files.readAllBytes(path));
            if (node.isMissingNode()) {
                throw new NetworkFileException(file, "", "is empty");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new NetworkFileException(file, "", "is not JSON: " + StrictJson.fault(e));
        } catch (IOException e) {
            throw new NetworkFileException(file, "", "cannot be read: " + FileFault.of(e));
        }
    }

    private Optional<Path> readOnosFile(JsonField root) {
        Optional<JsonField> field = root.optional("onos");
        if (field.isEmpty()) {
            return Optional.empty();
        }
        Path onosFile = path.resolveSibling(field.get().text());
        if (!Files.isReadable(onosFile)) {
            throw field.get().error("no file \"" + field.get().text() + "\" beside this one");
        }
        return Optional.of(onosFile);
    }

    private void readSwitches(JsonField list) {
        Map<String, String> addresses = new HashMap<>();
        Map<Long, String> deviceIds = new HashMap<>();
        for (JsonField field : list.elements()) {
            field.object(Set.of("name", "deviceId", "grpc", "bufferBytes", "ports"));
            String name = field.required("name").text();
            refuseKnownName(field.required("name"), name);
            JsonField idField = field.required("deviceId");
            long deviceId = idField.integer(1, Long.MAX_VALUE);
            idField.refuseSecondUse(deviceIds.put(deviceId, name));
            JsonField grpc = field.required("grpc");
            String address = grpc.text();
            int colon = address.lastIndexOf(':');
            int port = colon < 1 ? 0 : portNumber(address.substring(colon + 1));
            if (port == 0) {
                throw grpc.error("must be an address and port such as 127.0.0.1:50001");
            }
            grpc.refuseSecondUse(addresses.put(address, name));
            List<SwitchSpec.PortSpec> ports = new PortReader(name).read(field.required("ports"));
            switches.put(
                    name,
                    new SwitchSpec(
                            name,
                            deviceId,
                            address.substring(0, colon),
                            port,
                            ports,
                            readBuffer(field, ports),
                            SwitchSpec.DEFAULT_SEED));
        }
    }

    private static int portNumber(String text) {
        if (!text.matches("\\d{1,5}")) {
            return 0;
        }
        int port = Integer.parseInt(text);
        return port > 65535 ? 0 : port;
    }

    private static long readBuffer(JsonField field, List<SwitchSpec.PortSpec> ports) {
        long bytes = QueueTunable.BUFFER_BYTES.integerOr(field, QueueConfig.UNLIMITED);
        long setAsideBytes = ports.stream().mapToLong(port -> port.traffic().setAsideBytes()).sum();
        if (bytes < setAsideBytes) {
            throw field.required("bufferBytes")
                    .error(
                            "must be at least what reservedBytes, xoffBytes and headroomBytes of"
                                    + " its ports set aside, "
                                    + setAsideBytes
                                    + ", not "
                                    + bytes);
        }
        return bytes;
    }

    private void readHosts(JsonField list) {
        Map<MacAddress, String> macs = new HashMap<>();
        Map<IpAddress, String> ips = new HashMap<>();
        for (JsonField field : list.elements()) {
            field.object(
                    Set.of("name", "mac", "ipv4", "ipv6", "rateBps", "queueFrames", "announceMs"));
            String name = field.required("name").text();
            refuseKnownName(field.required("name"), name);
            JsonField macField = field.required("mac");
            MacAddress mac = macField.parsed(MacAddress::parse);
            if (mac.isGroup() || mac.equals(MacAddress.ZERO)) {
                throw macField.error("must be the address of one station");
            }
            macField.refuseSecondUse(macs.put(mac, name));
            JsonField ipv4Field = field.required("ipv4");
            IpAddress ipv4 = ipv4Field.parsed(IpAddress::parse);
            if (!ipv4.isIpv4()) {
                throw ipv4Field.error("must be an IPv4 address");
            }
            ipv4Field.refuseSecondUse(ips.put(ipv4, name));
            Optional<JsonField> ipv6Field = field.optional("ipv6");
            Optional<IpAddress> ipv6 = Optional.empty();
            if (ipv6Field.isPresent()) {
                ipv6 = Optional.of(ipv6Field.get().parsed(IpAddress::parse));
                if (ipv6.get().isIpv4()) {
                    throw ipv6Field.get().error("must be an IPv6 address");
                }
                ipv6Field.get().refuseSecondUse(ips.put(ipv6.get(), name));
            }
            hosts.put(
                    name,
                    new HostConfig(
                            name,
                            mac,
                            ipv4,
                            ipv6,
                            field.required("rateBps").integer(1, HostConfig.MAX_RATE_BPS),
                            (int)
                                    field.integerOr(
                                            "queueFrames",
                                            1,
                                            MAX_QUEUE_FRAMES,
                                            HostConfig.DEFAULT_QUEUE_FRAMES),
                            1_000_000L
                                    * field.integerOr(
                                            "announceMs",
                                            0,
                                            3_600_000,
                                            HostConfig.DEFAULT_ANNOUNCE_PERIOD_NS / 1_000_000L)));
        }
    }

    private List<LinkSpec> readLinks(JsonField list) {
        Map<LinkSpec.End, String> used = new HashMap<>();
        List<LinkSpec> links = new ArrayList<>();
        for (JsonField field : list.elements()) {
            field.object(Set.of("ends", "delayUs", "lossFraction"));
            List<JsonField> ends = field.required("ends").elements();
            if (ends.size() != 2) {
                throw field.required("ends").error("must name two ends");
            }
            LinkSpec.End first = readEnd(ends.get(0));
            LinkSpec.End second = readEnd(ends.get(1));
            LinkSpec link =
                    new LinkSpec(
                            first,
                            second,
                            Math.round(1000 * field.required("delayUs").number(0, MAX_DELAY_US)),
                            field.numberOr("lossFraction", 0, 1, 0));
            ends.get(0).refuseSecondUse(used.put(first, link.name()));
            ends.get(1).refuseSecondUse(used.put(second, link.name()));
            links.add(link);
        }
        return links;
    }

    private LinkSpec.End readEnd(JsonField field) {
        String text = field.text();
        int colon = text.indexOf(':');
        String node = colon < 0 ? text : text.substring(0, colon);
        if (hosts.containsKey(node)) {
            if (colon >= 0) {
                throw field.error("a host has one port: name it without a number");
            }
            return new LinkSpec.End(node, 0);
        }
        SwitchSpec owner = switches.get(node);
        if (owner == null) {
            throw field.error("no host or switch is named \"" + node + "\"");
        }
        int number = colon < 0 ? 0 : portNumber(text.substring(colon + 1));
        if (owner.ports().stream().noneMatch(port -> port.number() == number)) {
            throw field.error("must be a port of the switch, such as " + node + ":1");
        }
        return new LinkSpec.End(node, number);
    }

    private void refuseKnownName(JsonField field, String name) {
        if (name.indexOf(':') >= 0) {
            throw field.error("must not contain a colon");
        }
        if (switches.containsKey(name) || hosts.containsKey(name)) {
            throw field.error("\"" + name + "\" is used twice");
        }
    }
}
