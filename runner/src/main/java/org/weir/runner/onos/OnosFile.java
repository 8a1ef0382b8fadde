// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.control.cli.FileFault;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.StrictJson;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.InputException;

/** The ONOS network configuration of a run: the switches' addresses and the policy, checked. */
public final class OnosFile {
    private static final String APPLICATION = "org.weir.app";
    private static final String DEVICE_PREFIX = "device:";
    private static final long BPS_PER_MBPS = 1_000_000;
    private static final Pattern ADDRESS =
            Pattern.compile("grpc://([^:/?]+):(\\d{1,5})\\?device_id=(\\d{1,19})");

    private final ObjectNode root;
    private final Map<String, String> addresses;
    private final Policy policy;

    /**
     * A class of the policy that packets can be sent in.
     *
     * @param name the class
     * @param dscp the first DSCP that the policy puts into it, 0 to 63
     */
    public record MarkedClass(String name, int dscp) {}

    private OnosFile(ObjectNode root, Map<String, String> addresses, Policy policy) {
        this.root = root;
        this.addresses = addresses;
        this.policy = policy;
    }

    /** Reads and checks a file. */
    public static OnosFile read(Path path) throws InputException {
        JsonNode node = parse(path);
        if (!node.isObject()) {
            throw new InputException(path + ": must be an object");
        }
        Map<String, String> addresses = readAddresses(path, node);
        JsonNode weir = node.path("apps").path(APPLICATION).path("weir");
        if (weir.isMissingNode()) {
            throw new InputException(path + ": apps." + APPLICATION + ".weir: is required");
        }
        try {
            return new OnosFile(
                    (ObjectNode) node, addresses, PolicyReader.read(weir, path.toString()));
        } catch (PolicyException e) {
            throw new InputException(e.getMessage());
        }
    }

    private static JsonNode parse(Path path) throws InputException {
        try {
            return StrictJson.read(Files.readAllBytes(path));
        } catch (JsonProcessingException e) {
            throw new InputException(path + ": is not JSON: " + StrictJson.fault(e));
        } catch (IOException e) {
            throw new InputException(path + ": cannot be read: " + FileFault.of(e));
        }
    }

    private static Map<String, String> readAddresses(Path path, JsonNode root)
            throws InputException {
        JsonNode devices = root.path("devices");
        if (!devices.isObject() || devices.isEmpty()) {
            throw new InputException(path + ": devices: must be an object with a switch in it");
        }
        Map<String, String> addresses = new LinkedHashMap<>();
        Iterator<Map.Entry<String, JsonNode>> fields = devices.fields();
        while (fields.hasNext()) {
            Map.Entry<String, JsonNode> device = fields.next();
            String field = "devices." + device.getKey() + ".basic.managementAddress";
            JsonNode address = device.getValue().path("basic").path("managementAddress");
            if (!address.isTextual()) {
                throw new InputException(path + ": " + field + ": must be a string");
            }
            Matcher parts = ADDRESS.matcher(address.textValue());
            if (!parts.matches() || Integer.parseInt(parts.group(2)) > 65535) {
                throw new InputException(
                        path
                                + ": "
                                + field
                                + ": must be such as grpc://127.0.0.1:50001?device_id=1, not \""
                                + address.textValue()
                                + "\"");
            }
            addresses.put(device.getKey(), parts.group(1) + ":" + parts.group(2));
        }
        return addresses;
    }

    /** Address of each device for ONOS, as {@code host:port}, by device id. */
    public Map<String, String> addresses() {
        return addresses;
    }

    Policy policy() {
        return policy;
    }

    /** True if a port of the policy has the AQM scheme {@code abc}. */
    public boolean usesActivity() {
        return policy.activity().isPresent();
    }

    /** The classes that the policy recognises by DSCP, in its order. */
    public List<MarkedClass> markedClasses() {
        List<MarkedClass> classes = new ArrayList<>();
        for (JsonNode each : root.path("apps").path(APPLICATION).path("weir").path("classes")) {
            for (JsonNode match : each.path("match")) {
                if (match.path("dscp").isInt()) {
                    classes.add(
                            new MarkedClass(
                                    each.path("name").textValue(), match.path("dscp").intValue()));
                    break;
                }
            }
        }
        return classes;
    }

    /**
     * The same policy for the switches of another network, which run Weir's v1model program.
     *
     * @param capacityPackets packets that each queue of the network holds
     */
    public OnosFile forNetwork(NetworkSpec network, int capacityPackets) {
        ObjectNode copy = root.deepCopy();
        ObjectNode weir = (ObjectNode) copy.get("apps").get(APPLICATION).get("weir");
        weir.remove("ports");
        weir.putObject("port").put("capacityPackets", capacityPackets);
        ObjectNode devices = copy.putObject("devices");
        Map<String, String> switches = new LinkedHashMap<>();
        for (SwitchSpec spec : network.switches()) {
            String device = DEVICE_PREFIX + spec.name();
            devices.putObject(device)
                    .putObject("basic")
                    .put(
                            "managementAddress",
                            "grpc://" + spec.grpcAddress() + "?device_id=" + spec.deviceId())
                    .put("driver", "bmv2")
                    .put("pipeconf", "org.weir.v1model");
            switches.put(device, spec.grpcAddress());
        }
        return new OnosFile(copy, switches, policy);
    }

    /**
     * The same configuration where its policy says what it leaves open about the edge of the
     * network (docs/edge.md): a DSCP of a host is trusted, and the hosts given have agents.
     *
     * @param agents hosts that obey feedback packets
     */
    public OnosFile withEdge(List<HostConfig> agents) {
        ObjectNode copy = root.deepCopy();
        ObjectNode weir = (ObjectNode) copy.get("apps").get(APPLICATION).get("weir");
        if (!weir.has("agents")) {
            ArrayNode addresses = weir.putArray("agents");
            for (HostConfig host : agents) {
                addresses.add(host.ipv4().toString());
                host.ipv6().ifPresent(ipv6 -> addresses.add(ipv6.toString()));
            }
        }
        ObjectNode port = weir.has("port") ? (ObjectNode) weir.get("port") : weir.putObject("port");
        if (!port.has("edge")) {
            port.putObject("edge").put("dscp", "trust");
        }
        return new OnosFile(copy, addresses, policy);
    }

    /** The same configuration with TCP addresses replaced. */
    public OnosFile withAddresses(Map<String, String> replacements) {
        ObjectNode copy = root.deepCopy();
        Map<String, String> changed = new LinkedHashMap<>(addresses);
        addresses.forEach(
                (device, address) -> {
                    String other = replacements.get(address);
                    if (other != null) {
                        ObjectNode basic =
                                (ObjectNode) copy.get("devices").get(device).get("basic");
                        String text = basic.get("managementAddress").textValue();
                        basic.put("managementAddress", text.replace(address, other));
                        changed.put(device, other);
                    }
                });
        return new OnosFile(copy, changed, policy);
    }

    /**
     * The same configuration with each device's ports, in the {@code ports} section that ONOS reads
     * for switches that cannot tell theirs. A section that is there stays as it is.
     *
     * @param network its switches belong to the devices of the same address
     * @throws InputException when ONOS cannot store a port's rate
     */
    public OnosFile withPorts(NetworkSpec network) throws InputException {
        ObjectNode copy = root.deepCopy();
        for (SwitchSpec spec : network.switches()) {
            for (Map.Entry<String, String> device : addresses.entrySet()) {
                ObjectNode section = (ObjectNode) copy.get("devices").get(device.getKey());
                if (device.getValue().equals(spec.grpcAddress()) && !section.has("ports")) {
                    writePorts(spec, section.putObject("ports"));
                }
            }
        }
        return new OnosFile(copy, addresses, policy);
    }

    private static void writePorts(SwitchSpec spec, ObjectNode ports) throws InputException {
        for (SwitchSpec.PortSpec port : spec.ports()) {
            if (port.rateBps() % BPS_PER_MBPS != 0) {
                throw new InputException(
                        "switches: %s: port %d: rateBps: must be whole Mb/s with these switches, as ONOS's netcfg has it, not %d"
                                .formatted(spec.name(), port.number(), port.rateBps()));
            }
            ports.putObject(Integer.toString(port.number()))
                    .put("number", port.number())
                    .put("name", port.name())
                    .put("enabled", true)
                    .put("removed", false)
                    .put("type", "copper")
                    .put("speed", port.rateBps() / BPS_PER_MBPS);
        }
    }

    /**
     * The same configuration for Tofinos: each device's driver and program, and its BF Runtime,
     * where Weir sets weights.
     *
     * @param pipeconf ONOS's id of Weir's program
     * @param bfrt address of BF Runtime by the switch's address
     */
    public OnosFile withTofino(String pipeconf, Map<String, String> bfrt) {
        ObjectNode copy = root.deepCopy();
        addresses.forEach(
                (device, address) -> {
                    ObjectNode section = (ObjectNode) copy.get("devices").get(device);
                    ((ObjectNode) section.get("basic"))
                            .put("driver", "stratum-tofino")
                            .put("pipeconf", pipeconf);
                    section.withObjectProperty("weir").put("bfrt", bfrt.get(address));
                });
        return new OnosFile(copy, addresses, policy);
    }

    /** JSON that is sent to ONOS. */
    public String toJson() {
        return root.toString();
    }
}
