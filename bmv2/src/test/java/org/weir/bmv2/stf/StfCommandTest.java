// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.TestNetwork;
import picocli.CommandLine;

/** Output and exit code of {@code ./weir stf}. */
class StfCommandTest {

    private static final int DIFFERED = 1;
    private static final int UNSUPPORTED = 2;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    @BeforeEach
    void program() throws Exception {
        Files.write(folder.resolve("p.json"), TestNetwork.program("idle"));
        Files.writeString(folder.resolve("p.txtpb"), "pkg_info { arch: \"v1model\" }");
    }

    private int run(String... arguments) {
        return new CommandLine(new StfCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private int test(String text) throws Exception {
        Files.writeString(folder.resolve("t.stf"), text);
        return run(
                folder.resolve("p.json").toString(),
                folder.resolve("p.txtpb").toString(),
                folder.resolve("t.stf").toString());
    }

    @Test
    void everyKindOfStatementPasses() throws Exception {
        int exitCode =
                test(
                        """
                        # The packet that hits the default is dropped.
                        add flows key.value:0x05 send(port:3) = A
                        add flows value:6 send(port:4) = B
                        packet 1 05 AAbb
                        expect 3 05 **b*
                        packet 1 05 cc
                        expect 3
                        check_counter seen($A) packets == 2
                        check_counter IngressOf.seen(0) bytes == 5
                        check_counter seen(B) packets < 1
                        counter_read seen 0
                        packet 1 07
                        no_packet
                        setdefault flows send(port:4)
                        packet 1 07
                        expect 4 07$
                        remove A
                        remove flows key.value:6
                        packet 1 05
                        expect 4 05$
                        add flows key.value:9 drop()
                        remove all
                        packet 1 09
                        wait
                        expect 4 09$
                        """);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString().lines())
                .containsExactly("seen[0]= (5 bytes, 2 packets)", "passed");
        assertThat(exitCode).isZero();
    }

    @Test
    void differencesAreReportedByteByByte() throws Exception {
        int exitCode =
                test(
                        """
                        add flows key.value:5 send(port:3) = A
                        packet 1 05 0102
                        packet 1 05 0102
                        packet 1 05
                        expect 3 05 0103$
                        expect 3 05$
                        check_counter seen($A) packets == 4
                        expect 2 aa
                        """);
        assertThat(exitCode).isEqualTo(DIFFERED);
        assertThat(out.toString().replace("\r", ""))
                .isEqualTo(
                        """
                        t.stf:7: counter seen[$A] is 3, not == 4
                        t.stf:8: port 2, packet 1 did not come:
                          expected aa
                        t.stf:5: port 3, packet 1 differs: byte 2 is 02, not 03
                          expected 0501 03$
                          got      0501 02
                        t.stf:6: port 3, packet 2 differs: 3 bytes, not 1
                          expected 05$
                          got      0501 02
                        t.stf: port 3, packet 3 was not expected:
                          got      05
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fly 1 | t.stf:1: command \"fly\" is not supported",
                "packet 1 0 | t.stf:1: a packet's bytes are pairs of hexadecimal digits",
                "packet x 00 | t.stf:1: port \"x\" is not a number from 0 to 510",
                "expect 1 0g | t.stf:1: expected bytes are hexadecimal digits or *",
                "add nowhere a:1 b() | t.stf:1: no table nowhere",
                "add flows key.value:1 fly() | t.stf:1: no action of table IngressOf.flows is called fly",
                "add flows key.value:1 send() | t.stf:1: action IngressOf.send: parameter port is missing",
                "add flows key.nothing:1 drop() | t.stf:1: table IngressOf.flows has no field key.nothing",
                "add flows key.value:0x1ff drop() | t.stf:1: table IngressOf.flows, field hdr.key.value: value 0x1ff",
                "add flows key.value:1 | t.stf:1: a key or an action is missing at the end",
                "wait 3 | t.stf:1: \"3\" is too much",
                "register_read nothing 0 | t.stf:1: no register nothing",
                "mirroring_add 1 | t.stf:1: must be \"mirroring_add SESSION PORT\"",
                "remove A | t.stf:1: no entry was added as A"
            })
    void whatCannotBeRunIsNamedWithItsLine(String line, String message) throws Exception {
        assertThat(test(line + "\n")).isEqualTo(UNSUPPORTED);
        assertThat(err.toString()).startsWith("weir stf: " + message);
    }

    @Test
    void aProgramThatIsNotSupportedIsNamedWithThePlace() throws Exception {
        Files.writeString(
                folder.resolve("p.json"),
                new String(TestNetwork.program("idle"))
                        .replace(
                                "\"extern_instances\":[]",
                                "\"extern_instances\" : [{\"name\" : \"x\", \"type\" : \"Register\","
                                        + " \"attribute_values\" : []}]"));
        assertThat(test("wait\n")).isEqualTo(UNSUPPORTED);
        assertThat(err.toString())
                .contains("p.json", "extern_instances, x: \"Register\" is not supported");
        assertThat(run("nothing.json", "nothing.txtpb", "nothing.stf")).isEqualTo(UNSUPPORTED);
        assertThat(err.toString()).contains("nothing.json: no such file");
    }

    @Test
    void allTestsOfAFolderAreCounted() throws Exception {
        for (String name : new String[] {"a", "b"}) {
            Files.copy(folder.resolve("p.json"), folder.resolve(name + ".json"));
            Files.copy(folder.resolve("p.txtpb"), folder.resolve(name + ".txtpb"));
        }
        Files.writeString(folder.resolve("a.stf"), "packet 1 00\n");
        Files.writeString(folder.resolve("b.stf"), "packet 1 00\nexpect 1 00\n");
        assertThat(run("--all", folder.toString())).isEqualTo(DIFFERED);
        assertThat(out.toString()).startsWith("b.stf:2: port 1").endsWith("1 of 2 passed\n");
        Files.delete(folder.resolve("b.stf"));
        assertThat(run("--all", folder.toString())).isZero();
    }
}
