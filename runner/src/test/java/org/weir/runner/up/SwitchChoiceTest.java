// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.runner.InputException;
import org.weir.runner.tofino.ProgramBuild;

/** Values of {@code --switch} that are refused, each in one line. */
class SwitchChoiceTest {
    private static final String ALL_OPTIONS =
            "echo --grpc-server-addr --cpu-port --priority-queues --thrift-port";

    @TempDir Path folder;

    private Path program(String script) throws IOException {
        Path file = Files.writeString(folder.resolve("switch"), "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private static String refusal(String value) {
        Throwable[] thrown = new Throwable[1];
        assertThatThrownBy(() -> SwitchChoice.parse(value))
                .isInstanceOf(InputException.class)
                .satisfies(e -> thrown[0] = e);
        assertThat(thrown[0].getMessage()).startsWith("--switch: ").doesNotContain("\n");
        return thrown[0].getMessage();
    }

    @Test
    void weirsOwnSwitchesNeedNothing() throws InputException {
        assertThat(SwitchChoice.parse("weir")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple_switch", "", "Weir", "simple_switch_grpc2"})
    void anotherKind(String kind) {
        assertThat(refusal(kind))
                .isEqualTo(
                        "--switch: must be weir, simple_switch_grpc[=PATH],"
                                + " tofino-model[=FOLDER] or tofino2-model[=FOLDER], not \""
                                + kind
                                + "\"");
    }

    @Test
    void intelsModelIsForThePortsOfItsAsic() throws Exception {
        Path file = Path.of("../netcfg/pmqecn-fig6/network.json");
        NetworkSpec network = NetworkFileReader.read(file);
        Path home = Path.of("..");
        assertThat(SwitchChoice.tofino("weir", file, network, ProgramBuild.WEIR, home)).isEmpty();
        assertThatThrownBy(
                        () ->
                                SwitchChoice.tofino(
                                        "tofino2-model", file, network, ProgramBuild.WEIR, home))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        file
                                + ": s1-eth1: with tofino2-model a port's number must be 8 to 71,"
                                + " not 1");
        assertThatThrownBy(
                        () ->
                                SwitchChoice.tofino(
                                        "tofino-model=" + folder,
                                        file,
                                        network,
                                        ProgramBuild.WEIR,
                                        home))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("--switch: " + folder + " has no program bin/tofino-model");
    }

    @Test
    void aPathThatIsNoProgram() {
        Path nothing = folder.resolve("nothing");

        assertThat(refusal("simple_switch_grpc=" + nothing))
                .isEqualTo("--switch: " + nothing + " is not a program that can be run");
    }

    @Test
    void aProgramThatHasNotTheOptions() throws IOException {
        Path program = program("echo --grpc-server-addr --cpu-port --thrift-port");

        assertThat(refusal("simple_switch_grpc=" + program))
                .isEqualTo(
                        "--switch: "
                                + program
                                + " has no option --priority-queues: a recent"
                                + " simple_switch_grpc, built with Thrift, is needed"
                                + " (BMv2 1.15.5 is known to do)");
    }

    @Test
    void aUserWhoIsNotRoot() throws IOException {
        assumeFalse(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
                "run as root: that others are refused is not tested here");

        assertThat(refusal("simple_switch_grpc=" + program(ALL_OPTIONS))).contains("needs root");
    }
}
