// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.runtime.ExternSite;
import org.weir.bmv2.stf.StfCommand;
import org.weir.bmv2.stf.StfRunner;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import picocli.CommandLine;

/** Externs that a program brings with it, in Java. */
class ExternsTest {

    private static final ExternProvider INVERT = new InvertProvider();
    private static final ExternProvider TOTAL = new TotalProvider();

    private static final String TOTAL_SOURCE =
            """
            package example;
            import java.util.Optional;
            import org.weir.bmv2.extern.*;
            public class Provider implements ExternProvider {
                public String type() { return "NAME"; }
                public Extern create(ExternInstance instance) {
                    return new org.weir.bmv2.extern.PROVIDER().create(instance);
                }
            }
            """;

    @TempDir private Path folder;

    private static Path test() throws Exception {
        return Path.of(ExternsTest.class.getResource("/p4/externs.stf").toURI());
    }

    private static Switch device(ExternProvider... providers) {
        return new Switch(
                new SwitchConfig("test").withModules(ExternModules.of(List.of(providers))),
                new VirtualTimeline());
    }

    private static ExternProvider total(ExternMethod add) {
        return new ExternProvider() {
            @Override
            public String type() {
                return "Total";
            }

            @Override
            public Extern create(ExternInstance instance) {
                return name -> Optional.of(add);
            }
        };
    }

    @Test
    void objectsAndFunctionsGetAndSetFieldsOfAnyWidth() throws Exception {
        List<String> differences =
                StfRunner.run(
                        TestNetwork.program("externs"),
                        ExternModules.of(List.of(TOTAL, INVERT)),
                        test(),
                        line -> {});
        assertThat(differences).isEmpty();
    }

    @Test
    void aFunctionIsMadeOnceForAllItsCallsInAProgram() throws Exception {
        List<ExternInstance> made = new ArrayList<>();
        ExternProvider counting =
                new ExternProvider() {
                    @Override
                    public String type() {
                        return "invert";
                    }

                    @Override
                    public Extern create(ExternInstance instance) {
                        made.add(instance);
                        return INVERT.create(instance);
                    }
                };
        device(TOTAL, counting).loadProgram(TestNetwork.program("externs"));
        assertThat(made).containsExactly(ExternInstance.ofFunction("invert"));
    }

    @Test
    void onlyWhatThisCallSetIsTakenOut() {
        boolean[] sets = {true};
        ExternSite site =
                new ExternSite(
                        "here",
                        call -> {
                            if (sets[0]) {
                                call.set(0, -2);
                            }
                        },
                        new int[] {12, 12},
                        new boolean[] {true, false},
                        new boolean[] {true, true},
                        () -> 0);
        site.put(0, 0, 5);
        site.call(null);
        assertThat(site.wasSet(0)).isTrue();
        assertThat(site.get(0, 0)).isEqualTo(-2);
        assertThat(site.wasSet(1)).isFalse();
        sets[0] = false;
        site.put(0, 0, 5);
        site.call(null);
        assertThat(site.wasSet(0)).isFalse();
        assertThat(site.value(0)).isEqualTo(BigInteger.valueOf(5));
    }

    @Test
    void switchesWithTheSameProgramKeepTheirStateApart() throws Exception {
        for (int i = 0; i < 2; i++) {
            objectsAndFunctionsGetAndSetFieldsOfAnyWidth();
        }
    }

    @Test
    void whatNoModuleHasIsNamedWithItsPlaceAndTheOldProgramGoesOn() throws Exception {
        byte[] program = TestNetwork.program("externs");
        for (Switch device : List.of(device(), device(INVERT))) {
            device.loadProgram(TestNetwork.program("queues"));
            assertThatThrownBy(() -> device.checkProgram(program))
                    .isInstanceOf(ProgramException.class)
                    .hasMessageContainingAll("extern_instances", "IngressOf.sevens", "\"Total\"");
            assertThatThrownBy(() -> device.loadProgram(program))
                    .isInstanceOf(ProgramException.class);
            assertThat(
                            device.table("IngressOf.forward")
                                    .or(() -> device.tables().stream().findAny()))
                    .isPresent();
        }
        assertThatThrownBy(() -> device(TOTAL).loadProgram(program))
                .isInstanceOf(ProgramException.class)
                .hasMessageMatching("actions\\[\\d+\\]\\.primitives\\[\\d+\\]\\.op: \"invert\".*");
        byte[] other =
                new String(program, StandardCharsets.UTF_8)
                        .replace("_Total_add", "_Total_subtract")
                        .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> device(TOTAL, INVERT).loadProgram(other))
                .hasMessageContaining("IngressOf.sevens has no method \"subtract\"");
        byte[] nameless =
                new String(program, StandardCharsets.UTF_8)
                        .replace("\"start\"", "\"begin\"")
                        .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> device(TOTAL, INVERT).loadProgram(nameless))
                .hasMessageContaining("IngressOf.sevens: start: is missing");
    }

    @Test
    void anExternThatFailsDropsThePacketOnly() throws Exception {
        VirtualTimeline timeline = new VirtualTimeline();
        ExternProvider broken =
                total(
                        call -> {
                            if (call.word(0) == 1) {
                                throw new IllegalStateException("no total today");
                            }
                            if (call.word(0) == 2) {
                                call.set(0, 0);
                            }
                            if (call.word(0) == 3) {
                                throw new StackOverflowError("no end of totals");
                            }
                            assert call.word(0) != 4 : "no total of 4";
                        });
        Switch device =
                new Switch(
                        new SwitchConfig("test")
                                .withModules(ExternModules.of(List.of(broken, INVERT))),
                        timeline);
        List<Integer> lengths = new ArrayList<>();
        for (int port = 1; port <= 2; port++) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, PortConfig.UNLIMITED, 16),
                    (buffer, offset, length) -> lengths.add(length));
        }
        device.loadProgram(TestNetwork.program("externs"));
        for (int value = 0; value <= 5; value++) {
            byte[] frame = new byte[22];
            frame[0] = 1;
            frame[4] = (byte) value;
            device.receive(1, frame);
            timeline.runUntilIdle(timeline.nowNs() + 1_000_000);
        }
        assertThat(device.droppedByProgram()).isEqualTo(3);
        assertThat(device.packetsInside()).isZero();
        assertThat(lengths).containsExactly(22, 22, 22);
    }

    @Test
    void valuesAreTakenModuloTheFieldAndNothingElseIsSettable() throws Exception {
        List<Object> seen = new ArrayList<>();
        ExternProvider probe =
                total(
                        call -> {
                            seen.add(call.size());
                            seen.add(call.bitWidth(1));
                            seen.add(call.isSigned(1));
                            seen.add(call.isSettable(1));
                            call.set(1, -1);
                            seen.add(call.value(1));
                            call.set(1, BigInteger.ONE.shiftLeft(33).add(BigInteger.TEN));
                            seen.add(call.word(1));
                            seen.add(call.nowNs());
                        });
        StfRunner.run(
                TestNetwork.program("externs"),
                ExternModules.of(List.of(probe, INVERT)),
                test(),
                line -> {});
        assertThat(seen.subList(0, 7))
                .containsExactly(2, 32, false, true, BigInteger.valueOf(0xffffffffL), 10L, 0L);
    }

    private Path module(String name, String provider) throws Exception {
        Path module = Files.createDirectories(folder.resolve(name));
        Path source =
                Files.createDirectories(folder.resolve(name + "-src")).resolve("Provider.java");
        Files.writeString(source, TOTAL_SOURCE.replace("NAME", name).replace("PROVIDER", provider));
        StringWriter errors = new StringWriter();
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                module.toString(),
                                source.toString());
        assertThat(result).as(errors.toString()).isZero();
        Path services = Files.createDirectories(module.resolve("META-INF/services"));
        Files.writeString(services.resolve(ExternProvider.class.getName()), "example.Provider\n");
        return module;
    }

    @Test
    void modulesAreLoadedByTheCommandLine() throws Exception {
        Files.writeString(folder.resolve("p.txtpb"), "pkg_info { arch: \"v1model\" }");
        Files.write(folder.resolve("p.json"), TestNetwork.program("externs"));
        String modules =
                module("Total", "TotalProvider") + "," + module("invert", "InvertProvider");
        StringWriter err = new StringWriter();
        assertThat(stf(err, "--load-modules", modules)).as(err.toString()).isZero();
        assertThat(stf(err)).isEqualTo(2);
        assertThat(err.toString()).contains("\"Total\" is not supported");
        assertThat(stf(err, "--load-modules", folder.resolve("none.jar").toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--load-modules: ", "none.jar: no such file");
        assertThat(stf(err, "--load-modules", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("has no extern: META-INF/services/");
        assertThat(stf(err, "--load-modules", modules + "," + module("Total", "TotalProvider")))
                .isEqualTo(2);
        assertThat(err.toString()).contains("extern Total: two modules have it");
    }

    private int stf(StringWriter err, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(folder.resolve("p.json").toString());
        arguments.add(folder.resolve("p.txtpb").toString());
        arguments.add(test().toString());
        return new CommandLine(new StfCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }
}
