// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.lab.network.SwitchSpec;

/**
 * Plan of one switch of a network file on this machine: a network namespace of its own with a veth
 * pair for each port, one end the program's and one the network's, and the program in it.
 *
 * <p>A namespace of its own, since the program's Thrift port listens on every address there is:
 * nobody outside can reach it.
 *
 * @param spec the switch
 * @param namespace name of its namespace
 * @param folder of its sockets
 */
public record StockPlan(SwitchSpec spec, String namespace, Path folder) {
    /** Beginning of the names of all namespaces that are made here. */
    public static final String PREFIX = "weir-up-";

    /** Index of the namespace that is made only to see whether that is permitted. */
    static final int PROBE_INDEX = 99_999;

    /** Port of the Thrift server inside the namespace. */
    static final int THRIFT_PORT = 9090;

    /** Port to the controller, as Weir's P4 programs have it. */
    static final int CPU_PORT = 255;

    /** Priorities of a port, 7 the highest. */
    static final int PRIORITIES = 8;

    /** Room for every frame that a network file may ask for. */
    private static final int MTU_BYTES = 9500;

    /**
     * Plans a switch.
     *
     * @param pid of the process that makes it and takes it away
     * @param index of the switch in its network
     * @param folder for its sockets; its name must be short, as names of sockets are
     */
    public static StockPlan of(SwitchSpec spec, long pid, int index, Path folder) {
        return new StockPlan(spec, namespace(pid, index), folder.resolve(Integer.toString(index)));
    }

    /** Name of the namespace of a switch of a process. */
    public static String namespace(long pid, int index) {
        return PREFIX + pid + "-" + index;
    }

    /** The program's end of a port's veth pair. */
    public static String switchEnd(int port) {
        return "p" + port;
    }

    /** The network's end of a port's veth pair. */
    public static String networkEnd(int port) {
        return "line" + port;
    }

    /** Socket of its P4Runtime server; connections to the switch's address are passed on to it. */
    public Path p4RuntimeSocket() {
        return folder.resolve("p4rt.sock");
    }

    /** Input of {@code ip -n NAMESPACE -batch -} that makes the interfaces. */
    public String interfaces() {
        StringBuilder lines = new StringBuilder("link set lo up\n");
        for (SwitchSpec.PortSpec port : spec.ports()) {
            String one = switchEnd(port.number());
            String other = networkEnd(port.number());
            lines.append(
                    "link add name %s mtu %d type veth peer name %s mtu %d\n"
                            .formatted(one, MTU_BYTES, other, MTU_BYTES));
            for (String end : List.of(one, other)) {
                // Without an address of its own Linux sends nothing unasked into the link.
                lines.append("link set %s addrgenmode none\n".formatted(end));
                lines.append("link set %s up\n".formatted(end));
            }
        }
        return lines.toString();
    }

    /** The command that starts the switch in its namespace, without a program. */
    public List<String> command(StockProgram program) {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        command.add(program.file().toString());
        command.addAll(List.of("--no-p4", "--device-id", Long.toString(spec.deviceId())));
        for (SwitchSpec.PortSpec port : spec.ports()) {
            command.addAll(List.of("-i", port.number() + "@" + switchEnd(port.number())));
        }
        command.addAll(List.of("--thrift-port", Integer.toString(THRIFT_PORT)));
        if (program.notifies()) {
            command.addAll(Notifications.to(folder.resolve("notify.sock")));
        }
        command.add("--");
        command.addAll(List.of("--grpc-server-addr", "unix:" + p4RuntimeSocket()));
        command.addAll(List.of("--cpu-port", Integer.toString(CPU_PORT)));
        command.addAll(List.of("--priority-queues", Integer.toString(PRIORITIES)));
        return command;
    }
}
