// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.RunningNetwork;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.Command;

/**
 * A network whose switches are Linux's bridges, each with a process beside it that only sleeps;
 * skipped where namespaces or bridges cannot be made.
 */
@Timeout(120)
class NamespacedSwitchesTest {
    private static final Path FIG6 = Path.of("../netcfg/pmqecn-fig6/network.json");
    private static final String PROGRAM = "sleep";

    @TempDir Path folder;

    private static final class Bridges extends NamespacedSwitches {
        private final Engine engine;
        private final Map<String, StockPlan> plans = new LinkedHashMap<>();

        Bridges(NetworkSpec network, Engine engine, Path logFolder) throws IOException {
            super(logFolder);
            this.engine = engine;
            long pid = ProcessHandle.current().pid();
            for (SwitchSpec spec : network.switches()) {
                plans.put(spec.name(), StockPlan.of(spec, pid, plans.size(), folder()));
            }
        }

        @Override
        protected String namespace(SwitchSpec spec) {
            return plans.get(spec.name()).namespace();
        }

        @Override
        protected String interfaces(SwitchSpec spec) {
            StringBuilder lines = new StringBuilder(plans.get(spec.name()).interfaces());
            lines.append("link add br0 type bridge\nlink set br0 up\n");
            for (SwitchSpec.PortSpec port : spec.ports()) {
                String end = StockPlan.switchEnd(port.number());
                lines.append("link set %s master br0\n".formatted(end));
            }
            return lines.toString();
        }

        @Override
        protected OutsideSwitch startInside(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
                throws IOException {
            Bridge bridge = new Bridge(plans.get(spec.name()), engine);
            bridge.start(
                    Files.createDirectories(plans.get(spec.name()).folder()), log("log"), sent);
            return bridge;
        }
    }

    private static final class Bridge extends OutsideSwitch {
        private final SwitchSpec spec;

        Bridge(StockPlan plan, Engine engine) {
            super(plan.spec(), plan.namespace(), engine);
            spec = plan.spec();
        }

        void start(Path folder, Path logFile, BiConsumer<Integer, byte[]> sent) throws IOException {
            run(PROGRAM, List.of(PROGRAM, "600"), folder, logFile, Map.of());
            for (SwitchSpec.PortSpec port : spec.ports()) {
                openPort(
                        port,
                        StockPlan.networkEnd(port.number()),
                        frame -> sent.accept(port.number(), frame));
            }
        }
    }

    @BeforeAll
    static void checkMachine() throws IOException {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "switches in namespaces are not tested here: they need Linux and root");
        List<String> tried =
                List.of("unshare", "--net", "ip", "link", "add", "br0", "type", "bridge");
        assumeTrue(
                Command.run(tried, "").exitCode() == 0,
                "switches in namespaces are not tested here: no namespaces or no bridges");
    }

    private static List<String> namespaces() throws IOException {
        String own = StockPlan.PREFIX + ProcessHandle.current().pid() + "-";
        return Command.run(List.of("ip", "netns", "list"), "")
                .output()
                .lines()
                .filter(line -> line.startsWith(own))
                .toList();
    }

    private static List<ProcessHandle> processes() {
        return ProcessHandle.current()
                .descendants()
                .filter(one -> one.info().command().orElse("").endsWith("/" + PROGRAM))
                .toList();
    }

    /** Gives every host every other's address: no controller answers for them here. */
    private static void introduceHosts(Network network) {
        for (Host host : network.hosts()) {
            for (Host other : network.hosts()) {
                host.setNeighbour(other.config().ipv4(), other.config().mac());
            }
        }
    }

    private static long received(RunningNetwork network) {
        return network.call(() -> network.network().host("h5").receivedFrames());
    }

    /** Waits for what must come; the test's time limit is the only one. */
    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Test
    void framesPassWhileASwitchRunsItsEndIsNoticedAndNothingIsLeft() throws Exception {
        NetworkSpec spec = NetworkFileReader.read(FIG6);
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        Bridges switches = new Bridges(spec, engine, folder.resolve("logs"));
        try (RunningNetwork network = new RunningNetwork(spec, engine, switches)) {
            introduceHosts(network.network());
            network.start();
            assertThat(namespaces()).hasSize(2);
            await(() -> received(network) > 50);

            network.stopSwitch("s2");
            assertThat(processes()).hasSize(1);
            assertThat(network.failure()).as("a switch that was stopped").isEmpty();
            assertThat(namespaces()).as("they last as long as the network").hasSize(2);
            network.startSwitch("s2");
            long before = received(network);
            await(() -> received(network) > before + 50);
            List<String> lines = network.call(switches::lineReport);
            assertThat(lines).hasSize(7).anyMatch(line -> line.startsWith("s1"));

            processes().get(0).destroyForcibly();
            await(() -> network.failure().isPresent());
            assertThat(network.failure().orElseThrow()).startsWith("s").contains(": " + PROGRAM);
        }
        assertThat(namespaces()).isEmpty();
        assertThat(processes()).isEmpty();
    }
}
