// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosFile;
import org.weir.runner.onos.OnosPorts;

/** The ports that {@code --port} sets: of ONOS, and of switches by name. */
final class PortOverrides {
    private static final String REST = "onos-rest";
    private static final String SSH = "onos-ssh";
    private static final String CLUSTER = "onos-cluster";
    private static final String STORE = "onos-store";

    private final Map<String, Integer> ports;

    private PortOverrides(Map<String, Integer> ports) {
        this.ports = ports;
    }

    /** Reads {@code name=port} items and checks them against the network. */
    static PortOverrides parse(Map<String, String> items, NetworkSpec network)
            throws InputException {
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (Map.Entry<String, String> item : items.entrySet()) {
            String name = item.getKey();
            boolean known =
                    name.equals(REST)
                            || name.equals(SSH)
                            || name.equals(CLUSTER)
                            || name.equals(STORE)
                            || network.switches().stream().anyMatch(s -> s.name().equals(name));
            if (!known) {
                throw new InputException(
                        "--port: "
                                + name
                                + ": must be onos-rest, onos-ssh, onos-cluster, onos-store or a switch");
            }
            String text = item.getValue();
            int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
            if (port < 1 || port > 65535) {
                throw new InputException(
                        "--port: " + name + ": must be 1 to 65535, not \"" + text + "\"");
            }
            ports.put(name, port);
        }
        return new PortOverrides(ports);
    }

    OnosPorts onosPorts() {
        return new OnosPorts(
                ports.getOrDefault(REST, OnosPorts.DEFAULT.rest()),
                ports.getOrDefault(SSH, OnosPorts.DEFAULT.ssh()),
                ports.getOrDefault(CLUSTER, OnosPorts.DEFAULT.cluster()),
                ports.getOrDefault(STORE, OnosPorts.DEFAULT.store()));
    }

    /** The network with the switches' ports replaced. */
    NetworkSpec applyTo(NetworkSpec network) {
        List<SwitchSpec> switches = new ArrayList<>();
        for (SwitchSpec spec : network.switches()) {
            Integer port = ports.get(spec.name());
            switches.add(port == null ? spec : spec.withGrpcPort(port));
        }
        return network.withSwitches(switches);
    }

    /** The ONOS configuration with the switches' ports replaced. */
    OnosFile applyTo(OnosFile onos, NetworkSpec network) {
        Map<String, String> replacements = new HashMap<>();
        for (SwitchSpec spec : network.switches()) {
            Integer port = ports.get(spec.name());
            if (port != null) {
                replacements.put(spec.grpcAddress(), spec.withGrpcPort(port).grpcAddress());
            }
        }
        return onos.withAddresses(replacements);
    }
}
