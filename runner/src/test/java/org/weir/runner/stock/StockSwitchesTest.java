// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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

/** A network of the real {@code simple_switch_grpc}; skipped where it cannot run. */
@Timeout(180)
class StockSwitchesTest {
    private static final Path FIG6 = Path.of("../netcfg/pmqecn-fig6/network.json");
    private static final String PROGRAM = System.getenv("WEIR_SIMPLE_SWITCH_GRPC");

    @TempDir Path folder;

    private static StockProgram program() {
        try {
            return StockProgram.find(PROGRAM == null ? null : Path.of(PROGRAM));
        } catch (IOException e) {
            assumeTrue(false, "stock BMv2 is not tested here: " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }

    private static NetworkSpec network() throws Exception {
        NetworkSpec written = NetworkFileReader.read(FIG6);
        List<SwitchSpec> switches = new ArrayList<>();
        for (SwitchSpec each : written.switches()) {
            switches.add(each.withGrpcPort(freePort()));
        }
        return written.withSwitches(switches);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static List<String> namespaces() throws IOException {
        String own = StockPlan.PREFIX + ProcessHandle.current().pid() + "-";
        return Command.run(List.of("ip", "netns", "list"), "")
                .output()
                .lines()
                .filter(line -> line.startsWith(own))
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
    void packetsPassUnderOurProgramAlsoAfterALossOfPowerAndNothingIsLeftBehind() throws Exception {
        StockProgram program = program();
        NetworkSpec spec = network();
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        StockSwitches switches = new StockSwitches(spec, program, engine, folder);
        try (RunningNetwork network = new RunningNetwork(spec, engine, switches)) {
            introduceHosts(network.network());
            network.start();
            assertThat(namespaces()).hasSize(2);
            StockRoutes.install(spec.switches().get(0), 4);
            StockRoutes.install(spec.switches().get(1), 3);
            await(() -> received(network) > 50);

            network.stopSwitch("s2");
            assertThat(network.failure()).isEmpty();
            network.startSwitch("s2");
            long before = received(network);
            StockRoutes.install(spec.switches().get(1), 3);
            await(() -> received(network) > before + 50);
        }
        assertThat(namespaces()).isEmpty();
    }
}
