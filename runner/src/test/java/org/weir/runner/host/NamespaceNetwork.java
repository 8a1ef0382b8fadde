// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.host;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;
import org.weir.runner.InputException;
import org.weir.runner.shell.Command;

/** PMQECN's Fig. 6 in real time with Weir's program, without a controller; hosts in namespaces. */
final class NamespaceNetwork implements AutoCloseable {
    /** s1's port to s2. */
    static final int MIDDLE = 4;

    private static final Path FIG6 = Path.of("../netcfg/pmqecn-fig6/network.json");
    private static final long SECONDS = 30;

    private final Engine engine = new Engine(Pacing.WALL_CLOCK);
    private final Thread thread = new Thread(() -> engine.runUntil(Long.MAX_VALUE), "network");
    private final Network network;
    private final HostNamespaces hosts;
    private final Map<String, WeirProgram> programs;

    /** Starts it, or skips the test where namespaces cannot be made. */
    NamespaceNetwork() throws Exception {
        NetworkSpec spec = NetworkFileReader.read(FIG6).withFlows(List.of());
        try {
            HostNamespaces.check(spec.hosts());
        } catch (InputException e) {
            assumeTrue(false, "hosts in namespaces are not tested here: " + e.getMessage());
        }
        assumeTrue(
                Command.run(List.of("unshare", "--net", "true"), "").exitCode() == 0,
                "hosts in namespaces are not tested here: namespaces are not permitted");
        network = new Network(spec, engine);
        programs = StaticRoutes.install(network);
        hosts = new HostNamespaces(network);
        introduce(spec);
        network.start();
        thread.start();
        hosts.start();
    }

    /** Gives every host every other's address: nobody answers for them here. */
    private void introduce(NetworkSpec spec) throws Exception {
        for (HostConfig host : spec.hosts()) {
            StringBuilder neighbours = new StringBuilder();
            for (HostConfig other : spec.hosts()) {
                for (Object ip : List.of(other.ipv4(), other.ipv6().orElseThrow())) {
                    neighbours.append(
                            "neigh replace %s lladdr %s dev eth0\n".formatted(ip, other.mac()));
                }
            }
            Command.require(
                    List.of("ip", "-n", namespace(host.name()), "-batch", "-"),
                    neighbours.toString());
        }
    }

    Network network() {
        return network;
    }

    HostNamespaces hosts() {
        return hosts;
    }

    WeirProgram program(String name) {
        return programs.get(name);
    }

    String namespace(String host) {
        return hosts.namespace(host).orElseThrow();
    }

    /** Runs a task on the network's thread. */
    <T> T call(Supplier<T> task) throws Exception {
        return engine.call(task).get(SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws Exception {
        hosts.close();
        engine.stop();
        thread.join();
    }
}
