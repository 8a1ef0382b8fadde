// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolveCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path EXAMPLE =
            Paths.get("src/test/resources/org/weir/control/cli/ports.json");
    private static final Path SCHEMA = Paths.get("../netcfg/solve.schema.json");

    @TempDir Path directory;
    private String out;
    private String err;

    private int run(String... arguments) {
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        int code =
                SolveCommand.run(
                        new PrintStream(outBytes, true, StandardCharsets.UTF_8),
                        new PrintStream(errBytes, true, StandardCharsets.UTF_8),
                        arguments);
        out = outBytes.toString(StandardCharsets.UTF_8);
        err = errBytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    @Test
    void printsAnswersAsJsonThatFitTheSchema() throws IOException {
        assertThat(run(EXAMPLE.toString(), "--json")).isZero();
        JsonNode answer = JSON.readTree(out);
        ObjectNode schema = (ObjectNode) JSON.readTree(Files.readAllBytes(SCHEMA));
        assertThat(fits(schema, JSON.readTree(Files.readAllBytes(EXAMPLE)))).isTrue();
        ObjectNode answerSchema = JSON.createObjectNode();
        answerSchema.put("$ref", "#/definitions/answer");
        answerSchema.set("definitions", schema.get("definitions"));
        assertThat(fits(answerSchema, answer)).isTrue();
        assertThat(fits(answerSchema, JSON.readTree("{\"objective\": 1}"))).isFalse();
        assertThat(answer.at("/ports/0/feasible").booleanValue()).isTrue();
        assertThat(answer.at("/ports/0/classes/0/guaranteed/delayMs").doubleValue())
                .isLessThanOrEqualTo(10);
        assertThat(answer.at("/ports/1/feasible").booleanValue()).isFalse();
        assertThat(answer.at("/ports/1/classes/0/notGuaranteed")).isEmpty();
        assertThat(answer.at("/ports/1/classes/2/notGuaranteed/0/target").textValue())
                .isEqualTo("lossFraction");
    }

    private static boolean fits(JsonNode schema, JsonNode node) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                .getSchema(schema)
                .validate(node)
                .isEmpty();
    }

    /** The answers that docs/how-to/write-a-policy.md shows. */
    @Test
    void solvesTheGuidesPort() throws IOException {
        Path port = Paths.get("../netcfg/office/solve.json");
        String text = Files.readString(port);
        assertThat(fits(JSON.readTree(Files.readAllBytes(SCHEMA)), JSON.readTree(text))).isTrue();
        assertThat(run(port.toString())).isZero();
        assertThat(out).contains("targets: feasible").doesNotContain("not guaranteed");
        Path strict = directory.resolve("strict.json");
        Files.writeString(strict, text.replace("\"p99DelayMs\": 10", "\"p99DelayMs\": 2"));
        assertThat(run(strict.toString())).isZero();
        String lacking = "not guaranteed, by 95.8 %: p99DelayMs 3.917, wanted at most 2.000";
        assertThat(out).contains("NOT FEASIBLE", lacking);
        assertThat(Files.readString(Paths.get("../docs/how-to/write-a-policy.md")))
                .contains(lacking);
    }

    @Test
    void theOptionsGoBeforeTheFile() throws IOException {
        assertThat(run(EXAMPLE.toString(), "--objective", "published", "--seed", "7", "--json"))
                .isZero();
        JsonNode answer = JSON.readTree(out);
        assertThat(answer.get("objective").textValue()).isEqualTo("published");
        assertThat(answer.get("seed").longValue()).isEqualTo(7);
        assertThat(answer.at("/ports/0/classes/2/serviceRatePps").doubleValue())
                .isCloseTo(432.5, within(0.1));
        assertThat(answer.at("/ports/1/feasible").booleanValue()).isFalse();
    }

    @Test
    void takesOptionsInBothForms() {
        String file = EXAMPLE.toString();
        assertThat(run(file, "--json", "--objective", "published", "--seed", "7")).isZero();
        String spaced = out.replaceAll("\"elapsedMicros\" : \\d+", "");
        assertThat(run(file, "--json", "--objective=published", "--seed=7")).isZero();
        assertThat(out.replaceAll("\"elapsedMicros\" : \\d+", "")).isEqualTo(spaced);
        assertThat(run(file, "--solver=direct")).isZero();
        assertThat(run("--random=2")).isZero();
    }

    @Test
    void printsATableForPeople() {
        assertThat(run(EXAMPLE.toString())).isZero();
        assertThat(out)
                .contains("port overload: 1250.0 packet/s, 256 packets, load 304.0 %")
                .contains("NOT FEASIBLE")
                .contains("not guaranteed, by")
                .contains("voice");
    }

    @Test
    void badInputIsOneLineNamingFileFieldAndRule() throws IOException {
        assertRefused(
                "{\"ports\": [{\"id\": \"p\", \"serviceRatePps\": -1, \"capacityPackets\": 64,"
                        + " \"classes\": [{\"name\": \"A\", \"arrivalRatePps\": 1}]}]}",
                "ports[0].serviceRatePps: must be a number from 0.001 to 1.0E12, was -1");
        assertRefused("{\"ports\": []}", "ports: must have at least one port");
        assertRefused("{\"ports\": [1]}", "ports[0]: must be a JSON object, was 1");
        assertRefused("{\"ports\": 1, \"x\": 1}", "x: unknown field");
        assertRefused("{\"seed\": 1, \"seed\": 2}", "line 1, column");
        assertRefused("{", "line 1, column");
        assertRefused(
                "{\"ports\": [{\"id\": \"p\", \"serviceRatePps\": 1, \"capacityPackets\": 1,"
                        + " \"classes\": [{\"name\": \"A\", \"arrivalRatePps\": 1}]}]}",
                "ports[0].capacityPackets: must be a whole number from 2 to 1000000, was 1");
        assertRefused(
                "{\"ports\": [{\"id\": \"p\", \"serviceRatePps\": 1, \"capacityPackets\": 9,"
                        + " \"classes\": [{\"name\": \"A\", \"arrivalRatePps\": 1,"
                        + " \"targets\": {\"minRateBps\": 5}}]}]}",
                "ports[0].classes[0].targets.minRateBps: unknown field");
    }

    /** Bearable load of 0 is no advice, and what is infinite no figure. */
    @Test
    void aMissedTargetIsExplainedInTheFilesWords() throws IOException {
        Path file = directory.resolve("missed.json");
        Files.writeString(
                file,
                "{\"$schema\": \"solve.schema.json\", \"ports\": [{\"id\": \"p\","
                        + " \"serviceRatePps\": 2500, \"capacityPackets\": 64, \"classes\":"
                        + " [{\"name\": \"A\", \"arrivalRatePps\": 100, \"targets\":"
                        + " {\"minRatePps\": 5000}}, {\"name\": \"B\", \"arrivalRatePps\": 100,"
                        + " \"targets\": {\"delayMs\": 0.001}}]}]}");
        assertThat(run(file.toString())).isZero();
        assertThat(out)
                .contains("NOT FEASIBLE", "minRatePps", "delayMs")
                .doesNotContain("minRateBps", "Infinity", "at most 0.000 packet/s");
    }

    @Test
    void aFullDiskIsReported() throws Exception {
        Path full = Paths.get("/dev/full");
        assumeTrue(Files.exists(full));
        Process solve =
                new ProcessBuilder(
                                Paths.get(System.getProperty("java.home"), "bin/java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SolveCommand.class.getName(),
                                "../netcfg/office/solve.json")
                        .redirectOutput(full.toFile())
                        .start();
        String complaint =
                new String(solve.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(solve.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(complaint.strip())
                .isEqualTo("weir solve: the standard output cannot be written");
        assertThat(solve.exitValue()).isEqualTo(1);
    }

    @Test
    void namesHaveNoControlCharacters() throws IOException {
        String port =
                "{\"ports\": [{\"id\": \"%s\", \"serviceRatePps\": 1, \"capacityPackets\": 64,"
                        + " \"classes\": [{\"name\": \"%s\", \"arrivalRatePps\": 1}]}]}";
        String rule = ": must have at most 100 characters and no control characters, was \"";
        assertRefused(String.format(port, "p", "a\\u001b[31m"), "ports[0].classes[0].name" + rule);
        assertRefused(String.format(port, "a\\nb", "A"), "ports[0].id" + rule);
        assertRefused(String.format(port, "p".repeat(101), "A"), "ports[0].id" + rule);
    }

    @Test
    void ratesAreBounded() throws IOException {
        String port =
                "{\"ports\": [{\"id\": \"p\", \"serviceRatePps\": %s, \"capacityPackets\": 64,"
                        + " \"classes\": [{\"name\": \"A\", \"arrivalRatePps\": %s},"
                        + " {\"name\": \"B\", \"arrivalRatePps\": %s}]}]}";
        for (String rate : new String[] {"1e20", "1e300", "1e400", "1000000000001", "-1"}) {
            assertRefused(
                    String.format(port, "1", "1", rate),
                    "ports[0].classes[1].arrivalRatePps: must be a number from 0.0 to 1.0E12, was");
            assertRefused(
                    String.format(port, rate, "1", "1"),
                    "ports[0].serviceRatePps: must be a number from 0.001 to 1.0E12, was");
        }
        assertRefused(
                String.format(port, "1e400", "1", "1"), "1.0E12, was a number beyond 1.8e308");
        assertRefused(String.format(port, "1e-300", "1", "1"), "ports[0].serviceRatePps");
        String[] rates = {"0.001", "1", "1e6", "1e12"};
        for (String service : rates) {
            for (String one : rates) {
                for (String other : rates) {
                    Path file = directory.resolve("rates.json");
                    Files.writeString(file, String.format(port, service, one, other));
                    for (String objective : new String[] {"targets", "published"}) {
                        assertThat(
                                        run(
                                                file.toString(),
                                                "--json",
                                                "--solver=direct",
                                                "--objective=" + objective))
                                .as("%s %s %s %s", service, one, other, objective)
                                .isZero();
                    }
                }
            }
        }
    }

    private void assertRefused(String content, String complaint) throws IOException {
        Path file = directory.resolve("ports.json");
        Files.write(file, content.getBytes(StandardCharsets.UTF_8));
        assertThat(run(file.toString())).isEqualTo(SolveCommand.BAD_INPUT);
        assertThat(err).startsWith("weir solve: " + file + ": ").contains(complaint);
        assertThat(err.trim().split("\n")).hasSize(1);
        assertThat(out).isEmpty();
    }

    @Test
    void whatIsInstalledOnRandomPortsBreaksNoPromise() {
        assertThat(run("--random", "300")).isZero();
        assertThat(out).startsWith("300 ports, 1310 loaded classes");
        assertThat(out).containsPattern("of these, missed by what is installed +0 +0\n");
        assertThat(out).containsPattern("installed share, % of the port +0.00 +0.00\n");
        assertThat(run("--random", "0")).isEqualTo(SolveCommand.BAD_INPUT);
        assertThat(err).startsWith("weir solve: --random must be a whole number from 1 to 1000000");
        assertThat(run("--random", "3", "--json")).isEqualTo(SolveCommand.BAD_INPUT);
        assertThat(err).startsWith("weir solve: --random takes no --json;");
        assertThat(run("--random", "3", "a.json")).isEqualTo(SolveCommand.BAD_INPUT);
        assertThat(err).startsWith("weir solve: --random takes no file;");
    }

    @Test
    void wrongCommandsAreExplained() {
        assertThat(run()).isEqualTo(2);
        assertThat(err).contains("a file is missing").contains("see weir solve --help");
        assertThat(run("none.json")).isEqualTo(2);
        assertThat(err).isEqualTo("weir solve: none.json: no such file" + System.lineSeparator());
        assertThat(run(directory.toString())).isEqualTo(2);
        assertThat(err.strip()).isEqualTo("weir solve: " + directory + ": is a folder");
        assertThat(run("")).isEqualTo(2);
        assertThat(err).contains("the name of the file is empty");
        assertThat(run("a", "b")).isEqualTo(2);
        assertThat(run("a", "--fast")).isEqualTo(2);
        assertThat(err).contains("unknown option --fast");
        assertThat(run("a", "--seed", "1", "--seed", "2")).isEqualTo(2);
        assertThat(err).contains("--seed must not be given twice");
        assertThat(run("--random=5", "--solver=direct")).isEqualTo(2);
        assertThat(err).contains("--random takes no --solver");
        assertThat(run("a", "--seed", "x")).isEqualTo(2);
        assertThat(run("a", "--seed")).isEqualTo(2);
        assertThat(run("a", "--objective", "best")).isEqualTo(2);
        assertThat(run("--help")).isZero();
    }
}
