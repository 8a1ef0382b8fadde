// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.SwitchSpec;

/** Intel's model as a switch of a network file: what is asked of an SDE, and how it is started. */
class TofinoPlanTest {
    private static final Path HOME = Path.of("..");

    private static TofinoSoftware software(Asic asic, ProgramBuild build) {
        return new TofinoSoftware(
                asic,
                Path.of("/opt/sde"),
                build,
                4,
                HOME.resolve("pipelines/compiled/onos/tna")
                        .resolve(asic.folder())
                        .resolve(build.program()),
                Path.of("/opt/weir/weir"));
    }

    private static TofinoPlan plan() throws Exception {
        SwitchSpec s1 =
                NetworkFileReader.read(HOME.resolve("netcfg/tofino-model/network.json"))
                        .switches()
                        .get(0);
        return new TofinoPlan(s1, "weir-up-12-0", Path.of("/tmp/weir-up-1/0"));
    }

    @Test
    void theModelHasAnInterfaceForEachPortAndForTheControllers() throws Exception {
        assertThat(plan().interfaces().lines())
                .containsSubsequence(
                        "link set lo up",
                        "link add name veth22 mtu 9500 type veth peer name veth23 mtu 9500",
                        "link set veth22 addrgenmode none",
                        "link set veth22 up",
                        "link add name veth250 mtu 9500 type veth peer name veth251 mtu 9500")
                .hasSize(1 + 5 * 5);
        JsonNode ports = new ObjectMapper().readTree(plan().portsFile(Asic.TOFINO_2));
        assertThat(ports.get("PortToVeth"))
                .extracting(Object::toString)
                .contains(
                        "{\"device_port\":11,\"veth1\":22,\"veth2\":23}",
                        "{\"device_port\":2,\"veth1\":250,\"veth2\":251}")
                .hasSize(5);
    }

    @Test
    void theDriversLoadWeirsProgramWhichIsThere() throws Exception {
        for (Asic asic : Asic.values()) {
            for (ProgramBuild build : ProgramBuild.values()) {
                JsonNode file =
                        new ObjectMapper().readTree(plan().driversFile(software(asic, build)));
                assertThat(file.at("/chip_list/0/chip_family").asText()).isEqualTo(asic.family());
                JsonNode program = file.at("/p4_devices/0/p4_programs/0");
                assertThat(program.get("program-name").asText()).isEqualTo(build.program());
                assertThat(Path.of(program.get("bfrt-config").asText())).isRegularFile();
                assertThat(Path.of(program.at("/p4_pipelines/0/context").asText())).isRegularFile();
                assertThat(Path.of(program.at("/p4_pipelines/0/config").asText())).isRegularFile();
            }
        }
    }

    @Test
    void theServersRunInTheNamespace() throws Exception {
        TofinoSoftware software = software(Asic.TOFINO_2, ProgramBuild.WEIR);
        assertThat(String.join(" ", plan().model(software)))
                .startsWith("ip netns exec weir-up-12-0 /opt/sde/bin/tofino-model ")
                .contains(" --chip-type 4 ", " -f /tmp/weir-up-1/0/ports.json ");
        assertThat(String.join(" ", plan().drivers(software)))
                .startsWith("ip netns exec weir-up-12-0 /opt/sde/bin/bf_switchd ")
                .contains(" --conf-file /tmp/weir-up-1/0/weir.conf ");
        assertThat(String.join(" ", plan().adapter(software)))
                .isEqualTo(
                        "ip netns exec weir-up-12-0 /opt/weir/weir tofino p4runtime"
                                + " --bfrt grpc://127.0.0.1:50052?client_id=88"
                                + " --listen 127.0.0.1:9559 --device-id 1"
                                + " --cpu-interface veth251 --enable-ports 8,9,10,11");
    }

    @Test
    void theModelsHelpNamesItsRevisions() throws Exception {
        String help = " --chip-type=<type_index>  (Available types:%s)\n";
        assertThat(TofinoSoftware.chipType(Asic.TOFINO_2, help.formatted(" JBay=4 JBayB0=5")))
                .isEqualTo(5);
        assertThat(TofinoSoftware.chipType(Asic.TOFINO, help.formatted(" Tofino=1"))).isEqualTo(1);
        assertThatThrownBy(() -> TofinoSoftware.chipType(Asic.TOFINO, help.formatted(" JBay=4")))
                .hasMessage("tofino-model simulates no Tofino, only: JBay=4");
        assertThatThrownBy(() -> TofinoSoftware.chipType(Asic.TOFINO, "error"))
                .hasMessage("tofino-model simulates no Tofino, only: none");
    }

    @Test
    void anInstallationIsAskedForItsPrograms(@TempDir Path folder) throws Exception {
        assertThatThrownBy(
                        () -> TofinoSoftware.find(Asic.TOFINO, folder, ProgramBuild.WEIR, HOME, 1))
                .hasMessage(
                        folder
                                + " has no program bin/tofino-model: it is not an SDE's"
                                + " installation");
        Path program = Files.createDirectory(folder.resolve("bin")).resolve("tofino-model");
        assertThat(Files.writeString(program, "#!/bin/sh\n").toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(
                        () -> TofinoSoftware.find(Asic.TOFINO, folder, ProgramBuild.WEIR, HOME, 1))
                .hasMessageContaining("bin/bf_switchd");
    }

    @Test
    void freeHugePagesAreThoseOfTheKernel() {
        assertThat(TofinoSoftware.freeHugePages("HugePages_Total:   128\nHugePages_Free:     47\n"))
                .isEqualTo(47);
        assertThat(TofinoSoftware.freeHugePages("MemTotal: 12 kB\n")).isZero();
    }
}
