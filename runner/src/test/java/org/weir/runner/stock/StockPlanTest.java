// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;

/** Plans of a network file's switches: namespaces, interfaces, programs. */
class StockPlanTest {
    private static final Path NETCFG = Path.of("../netcfg");

    private static List<StockPlan> plans(String network) throws Exception {
        NetworkSpec spec = NetworkFileReader.read(NETCFG.resolve(network).resolve("network.json"));
        List<StockPlan> plans = new ArrayList<>();
        for (SwitchSpec each : spec.switches()) {
            plans.add(StockPlan.of(each, 4_194_304, plans.size(), Path.of("/tmp/weir-up-123")));
        }
        return plans;
    }

    @Test
    void aSwitchIsAProgramInANamespaceWithAPairOfInterfacesPerPort() throws Exception {
        StockPlan s2 = plans("pmqecn-fig6").get(1);

        assertThat(s2.namespace()).isEqualTo("weir-up-4194304-1");
        StockProgram program = new StockProgram(Path.of("/opt/simple_switch_grpc"), "1.15.5", true);
        assertThat(String.join(" ", s2.command(program)))
                .isEqualTo(
                        "ip netns exec weir-up-4194304-1 /opt/simple_switch_grpc --no-p4"
                                + " --device-id 2 -i 1@p1 -i 2@p2 -i 3@p3 --thrift-port 9090"
                                + " --notifications-addr ipc:///tmp/weir-up-123/1/notify.sock"
                                + " -- --grpc-server-addr unix:/tmp/weir-up-123/1/p4rt.sock"
                                + " --cpu-port 255 --priority-queues 8");
        StockProgram silent = new StockProgram(program.file(), program.version(), false);
        assertThat(s2.command(silent))
                .as("built without nanomsg")
                .noneMatch(word -> word.startsWith("--notifications"));
        assertThat(s2.interfaces().lines())
                .containsSubsequence(
                        "link set lo up",
                        "link add name p3 mtu 9500 type veth peer name line3 mtu 9500",
                        "link set p3 addrgenmode none",
                        "link set p3 up",
                        "link set line3 addrgenmode none",
                        "link set line3 up")
                .hasSize(1 + 3 * 5);
    }

    @Test
    void noTwoSwitchesShareANamespaceOrASocketAndLinuxTakesTheNames() throws Exception {
        for (String network : List.of("pmqecn-fig6", "leaf-spine")) {
            List<StockPlan> plans = plans(network);

            assertThat(plans.stream().map(StockPlan::namespace)).doesNotHaveDuplicates();
            assertThat(plans.stream().map(StockPlan::p4RuntimeSocket)).doesNotHaveDuplicates();
            assertThat(plans.stream().map(plan -> plan.p4RuntimeSocket().toString()))
                    .allSatisfy(name -> assertThat(bytes(name)).isLessThan(108));
            assertThat(
                            plans.stream()
                                    .flatMap(plan -> plan.spec().ports().stream())
                                    .flatMap(StockPlanTest::ends))
                    .allSatisfy(name -> assertThat(bytes(name)).isLessThan(16));
        }
    }

    private static Stream<String> ends(SwitchSpec.PortSpec port) {
        return Stream.of(StockPlan.switchEnd(port.number()), StockPlan.networkEnd(port.number()));
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void onlyNamespacesOfRunsThatAreGoneAreLeftovers() {
        String list =
                """
                weir-up-17-0 (id: 3)
                weir-up-17-1
                weir-up-18-0
                weir-up-17
                weir-up-17-0-x
                xweir-up-17-0
                weir-17-1
                somebody-else
                """;

        assertThat(AbandonedNamespaces.among(list, pid -> pid == 18))
                .containsExactly("weir-up-17-0", "weir-up-17-1");
        assertThat(AbandonedNamespaces.among("", pid -> false)).isEmpty();
    }
}
