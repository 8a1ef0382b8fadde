// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.RunningNetwork;

/** Commands that are typed while a network runs. */
class OperatorTest {
    private final List<String> said = new ArrayList<>();
    private final List<Boolean> sampling = new ArrayList<>();
    private RunningNetwork network;
    private Operator operator;

    @BeforeEach
    void start() throws Exception {
        NetworkSpec written = NetworkFileReader.read(Path.of("../netcfg/pmqecn-fig6/network.json"));
        network =
                new RunningNetwork(
                        written.withSwitches(
                                written.switches().stream().map(s -> s.withGrpcPort(0)).toList()));
        network.start();
        operator = new Operator(network, null, said::add, sampling::add, () -> said.add("ended"));
    }

    @AfterEach
    void stop() {
        network.close();
    }

    @Test
    void whatIsTypedIsDoneAndSaid() {
        operator.execute("traffic off");
        operator.execute("traffic on");
        operator.execute("samples  off");
        operator.execute("samples on");
        operator.execute("");
        operator.execute("quit");

        assertThat(sampling).containsExactly(false, true);
        assertThat(said)
                .containsExactly(
                        "done: traffic off",
                        "done: traffic on",
                        "done: samples  off",
                        "done: samples on",
                        "ended",
                        "done: quit");
    }

    @Test
    void whatIsNotUnderstoodIsAnsweredWithTheCommands() {
        operator.execute("traffic maybe");
        operator.execute("link down s1 nowhere");

        assertThat(said)
                .containsExactly(
                        "unknown command \"traffic maybe\"; " + Operator.COMMANDS,
                        "link down s1 nowhere: no link joins s1 and nowhere");
        assertThat(Operator.CLUSTER_COMMANDS).contains("partition NODE").contains("heal NODE");
        assertThat(Operator.COMMANDS).contains("traffic off").contains("samples off");
    }
}
