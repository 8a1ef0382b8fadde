// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.PortCounters;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.tofino.ports.Ports;

/**
 * The front ports that the drivers have, as they were when last asked. Their counters are not read:
 * they are 0.
 */
final class DriverPorts {

    private static final PortCounters NOT_READ = new PortCounters(0, 0, 0, 0, 0, 0);

    private final Ports ports;
    private final Set<Integer> hidden;
    private final Set<Integer> disabled;
    private final List<Consumer<PortStatus>> listeners = new ArrayList<>();
    private final Map<Integer, PortStatus> last = new TreeMap<>();

    /**
     * Ports of a switch.
     *
     * @param hidden numbers of the ports that lead nowhere, such as the CPU's
     * @param disabled receives the numbers of the ports that controllers disable, and loses those
     *     that anybody enables, such as {@code weir tofino port}: the drivers tell
     */
    DriverPorts(Ports ports, Set<Integer> hidden, Set<Integer> disabled) {
        this.ports = ports;
        this.hidden = Set.copyOf(hidden);
        this.disabled = disabled;
    }

    /** Asks the drivers and tells what has changed. */
    void refresh() {
        Map<Integer, PortStatus> now = new TreeMap<>();
        for (org.weir.tofino.ports.PortStatus port : DriverLink.call("ports", ports::all)) {
            if (!hidden.contains(port.devPort())) {
                now.put(
                        port.devPort(),
                        new PortStatus(
                                port.devPort(),
                                port.name(),
                                port.rateBps(),
                                port.up(),
                                port.enabled(),
                                NOT_READ));
                if (port.enabled()) {
                    disabled.remove(port.devPort());
                }
            }
        }
        List<PortStatus> changed =
                now.values().stream()
                        .filter(port -> !port.equals(last.get(port.number())))
                        .toList();
        List<PortStatus> gone =
                last.values().stream().filter(port -> !now.containsKey(port.number())).toList();
        last.clear();
        last.putAll(now);
        for (Consumer<PortStatus> listener : List.copyOf(listeners)) {
            changed.forEach(listener);
            gone.forEach(listener);
        }
    }

    Collection<PortStatus> all() {
        return last.values();
    }

    void enable(int port, boolean enabled) {
        DriverLink.call(
                "port " + port,
                () -> {
                    ports.enable(port, enabled);
                    return null;
                });
        if (!enabled) {
            disabled.add(port);
        }
        refresh();
    }

    void onChange(Consumer<PortStatus> listener) {
        listeners.add(listener);
    }
}
