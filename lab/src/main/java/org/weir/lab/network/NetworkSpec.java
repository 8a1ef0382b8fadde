// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.config.HostConfig;

/**
 * A network as its file describes it, checked.
 *
 * @param name for people
 * @param seed from which the random numbers of hosts, flows and links follow; each switch has its
 *     own seed
 * @param onosFile ONOS network configuration that goes with it: switch addresses and policy
 * @param switches in the file's order
 * @param hosts in the file's order
 * @param links in the file's order
 * @param flows with their senders, in the file's order
 */
public record NetworkSpec(
        String name,
        long seed,
        Optional<Path> onosFile,
        List<SwitchSpec> switches,
        List<HostConfig> hosts,
        List<LinkSpec> links,
        List<Traffic> flows) {
    /**
     * A flow with its sender.
     *
     * @param sender name of a host
     * @param flow the flow that it sends
     */
    public record Traffic(String sender, FlowConfig flow) {}

    /** Copies the lists. */
    public NetworkSpec {
        switches = List.copyOf(switches);
        hosts = List.copyOf(hosts);
        links = List.copyOf(links);
        flows = List.copyOf(flows);
    }

    /** The same network with other switches. */
    public NetworkSpec withSwitches(List<SwitchSpec> others) {
        return new NetworkSpec(name, seed, onosFile, others, hosts, links, flows);
    }

    /** The same network with other flows. */
    public NetworkSpec withFlows(List<Traffic> others) {
        return new NetworkSpec(name, seed, onosFile, switches, hosts, links, others);
    }

    /** The same network with another seed. */
    public NetworkSpec withSeed(long other) {
        return new NetworkSpec(name, other, onosFile, switches, hosts, links, flows);
    }
}
