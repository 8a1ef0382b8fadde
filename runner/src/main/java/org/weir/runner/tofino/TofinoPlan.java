// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.weir.lab.network.SwitchSpec;

/**
 * Plan of one switch on this machine: a network namespace of its own with a veth pair for each
 * port, one end the model's and one the network's, and in it the model, the drivers and the
 * P4Runtime server. The model listens on fixed TCP ports of all addresses, so each needs its
 * namespace.
 *
 * @param spec the switch; the numbers of its ports are the ASIC's
 * @param namespace name of its namespace
 * @param folder of its files
 */
record TofinoPlan(SwitchSpec spec, String namespace, Path folder) {

    /** Port of BF Runtime inside the namespace. */
    static final int BFRT_PORT = 50052;

    /** Port of P4Runtime inside the namespace. */
    static final int P4RUNTIME_PORT = 9559;

    private static final int CPU_PAIR = 125;
    private static final int CLIENT_ID = 88;
    private static final int MTU_BYTES = 9500;
    private static final int PIPES = 4;

    /** The model's end of a port's veth pair. The model builds the name from its number. */
    static String modelEnd(int port) {
        return "veth" + 2 * port;
    }

    /** The network's end of a port's veth pair. */
    static String networkEnd(int port) {
        return "veth" + (2 * port + 1);
    }

    private List<Integer> pairs() {
        List<Integer> pairs = new ArrayList<>();
        spec.ports().forEach(port -> pairs.add(port.number()));
        pairs.add(CPU_PAIR);
        return pairs;
    }

    /** Input of {@code ip -n NAMESPACE -batch -} that makes the interfaces. */
    String interfaces() {
        StringBuilder lines = new StringBuilder("link set lo up\n");
        for (int pair : pairs()) {
            lines.append(
                    "link add name %s mtu %d type veth peer name %s mtu %d\n"
                            .formatted(modelEnd(pair), MTU_BYTES, networkEnd(pair), MTU_BYTES));
            for (String end : List.of(modelEnd(pair), networkEnd(pair))) {
                // Without an address of its own Linux sends nothing unasked into the link.
                lines.append("link set %s addrgenmode none\n".formatted(end));
                lines.append("link set %s up\n".formatted(end));
            }
        }
        return lines.toString();
    }

    /** The model's list of ports and interfaces. */
    String portsFile(Asic asic) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        ArrayNode list = root.putArray("PortToVeth");
        for (int pair : pairs()) {
            list.addObject()
                    .put("device_port", pair == CPU_PAIR ? asic.cpuPort() : pair)
                    .put("veth1", 2 * pair)
                    .put("veth2", 2 * pair + 1);
        }
        return root.toString();
    }

    /** The drivers' configuration, which names Weir's program. */
    String driversFile(TofinoSoftware software) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.putArray("chip_list")
                .addObject()
                .put("id", "asic-0")
                .put("chip_family", software.asic().family())
                .put("instance", 0)
                .put("pcie_sysfs_prefix", "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0")
                .put("pcie_domain", 0)
                .put("pcie_bus", 5)
                .put("pcie_fn", 0)
                .put("pcie_dev", 0)
                .put("pcie_int_mode", 1)
                .put("sds_fw_path", "share/tofino_sds_fw/avago/firmware");
        root.put("instance", 0);
        ObjectNode program =
                root.putArray("p4_devices")
                        .addObject()
                        .put("device-id", 0)
                        .putArray("p4_programs")
                        .addObject()
                        .put("program-name", software.build().program())
                        .put("bfrt-config", software.program().resolve("bf-rt.json").toString());
        ObjectNode pipeline =
                program.putArray("p4_pipelines")
                        .addObject()
                        .put("p4_pipeline_name", "pipe")
                        .put("context", software.program().resolve("context.json").toString())
                        .put(
                                "config",
                                software.program()
                                        .resolve(software.asic().folder() + ".bin")
                                        .toString())
                        .put("path", software.program().toString());
        ArrayNode pipes = pipeline.putArray("pipe_scope");
        for (int pipe = 0; pipe < PIPES; pipe++) {
            pipes.add(pipe);
        }
        return root.toString();
    }

    Path ports() {
        return folder.resolve("ports.json");
    }

    Path configuration() {
        return folder.resolve("weir.conf");
    }

    private List<String> inNamespace(String... command) {
        List<String> words = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        words.addAll(List.of(command));
        return words;
    }

    /** The command that starts the model. */
    List<String> model(TofinoSoftware software) {
        return inNamespace(
                software.install().resolve("bin/tofino-model").toString(),
                "--port-monitor",
                "--no-cli",
                "-d",
                "1",
                "-f",
                ports().toString(),
                "--p4-target-config",
                configuration().toString(),
                "--install-dir",
                software.install().toString(),
                "--logs-disable",
                "--chip-type",
                Integer.toString(software.chipType()),
                "--log-dir",
                folder.toString());
    }

    /** The command that starts the drivers. */
    List<String> drivers(TofinoSoftware software) {
        return inNamespace(
                software.install().resolve("bin/bf_switchd").toString(),
                "--install-dir",
                software.install().toString(),
                "--conf-file",
                configuration().toString(),
                "--init-mode=cold",
                "--background");
    }

    /** The command that starts the P4Runtime server. */
    List<String> adapter(TofinoSoftware software) {
        return inNamespace(
                software.weir().toString(),
                "tofino",
                "p4runtime",
                "--bfrt",
                "grpc://127.0.0.1:" + BFRT_PORT + "?client_id=" + CLIENT_ID,
                "--listen",
                "127.0.0.1:" + P4RUNTIME_PORT,
                "--device-id",
                Long.toString(spec.deviceId()),
                "--cpu-interface",
                networkEnd(CPU_PAIR),
                "--enable-ports",
                spec.ports().stream()
                        .map(port -> Integer.toString(port.number()))
                        .collect(Collectors.joining(",")));
    }
}
