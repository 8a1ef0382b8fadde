// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;
import org.weir.bmv2.ports.Arrivals;
import picocli.CommandLine;

/** Capture files through the command. */
class CaptureRunTest {

    /** A day in 2026, in nanoseconds. */
    private static final long DAY_NS = 1_780_000_000_000_000_000L;

    private record Captured(long timeNs, byte[] frame) {}

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Random random = new Random(1);

    @TempDir private Path folder;

    private int run(String... options) {
        return new CommandLine(new SwitchCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(BridgeFiles.options(options));
    }

    private JsonNode summary() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    }

    private Path write(String name, CaptureFormat format, List<Captured> frames)
            throws IOException {
        Path file = folder.resolve(name);
        try (CaptureWriter writer = CaptureWriter.create(file, format, "in")) {
            for (Captured frame : frames) {
                writer.write(frame.timeNs, frame.frame);
            }
        }
        return file;
    }

    private static List<Captured> read(Path file) throws IOException {
        List<Captured> frames = new ArrayList<>();
        try (CaptureReader reader = CaptureReader.open(file)) {
            while (reader.next()) {
                frames.add(new Captured(reader.timeNs(), reader.frame()));
            }
        }
        return frames;
    }

    @ParameterizedTest
    @EnumSource(CaptureFormat.class)
    void framesGoOutChangedAsTheProgramSays(CaptureFormat format) throws Exception {
        List<Captured> frames = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int host = 1 + i % 3;
            byte[] frame = BridgeFiles.frame(random, host, 14 + random.nextInt(1500));
            frames.add(new Captured(DAY_NS + i * 1_000_000L, frame));
            if (host == 2) {
                expected.add(BridgeFiles.forwarded(frame));
            }
        }
        Path in = write("in.pcap", format, frames);
        Path two = folder.resolve(format == CaptureFormat.PCAPNG ? "out.pcapng" : "out.pcap");
        assertThat(
                        run(
                                "--port",
                                "1=pcap:" + in,
                                "--port",
                                "2=pcap:," + two,
                                "--summary",
                                folder.resolve("summary.json").toString()))
                .isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(read(two)).extracting(Captured::frame).containsExactlyElementsOf(expected);
        JsonNode summary = summary();
        assertThat(summary.at("/packetsIn").asInt()).isEqualTo(200);
        assertThat(summary.at("/packetsOut").asInt()).isEqualTo(67 + 67);
        assertThat(summary.at("/drops/by the program").asInt()).isEqualTo(66);
        assertThat(summary.at("/drops")).hasSize(1);
        assertThat(summary.at("/packetsLeft").asInt()).isZero();
        assertThat(summary.at("/virtualSeconds").asDouble()).isBetween(0.199, 0.2);
        assertThat(out.toString())
                .startsWith("200 packets in, 134 out, 0 to the control plane, 66 dropped, 0 left; ")
                .contains("packets/s");
    }

    @Test
    void framesForTheCpuPortGoToTheControlPlaneWhateverItsNumber() throws Exception {
        List<Captured> frames = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            frames.add(new Captured(DAY_NS + i, BridgeFiles.frame(random, 2, 100)));
        }
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, frames);
        assertThat(run("--cpu-port", "2", "--port", "1=pcap:" + in, "--ports", "255")).isZero();
        assertThat(out.toString())
                .startsWith("10 packets in, 0 out, 10 to the control plane, 0 dropped, 0 left; ");
    }

    @Test
    void theDeviceIdMayBe0() throws Exception {
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, List.of());
        Path entries = folder.resolve("entries.txtpb");
        Files.writeString(
                entries,
                Files.readString(BridgeFiles.file("entries.txtpb"))
                        .replace("device_id: 1", "device_id: 0"));
        assertThat(
                        new CommandLine(new SwitchCommand())
                                .setOut(new PrintWriter(out))
                                .execute(
                                        "--device-id",
                                        "0",
                                        "--json",
                                        BridgeFiles.file("json").toString(),
                                        "--p4info",
                                        BridgeFiles.file("p4info.txtpb").toString(),
                                        "--entries",
                                        entries.toString(),
                                        "--port",
                                        "1=pcap:" + in))
                .isZero();
    }

    /** 125 bytes at 1 Mbit/s take 1 ms; the delay comes on top. */
    @Test
    void timesOfWhatGoesOutHoldRateAndDelay() throws Exception {
        List<Captured> frames = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            frames.add(new Captured(DAY_NS, BridgeFiles.frame(random, 2, 125)));
        }
        frames.add(new Captured(DAY_NS + 10_000_000, BridgeFiles.frame(random, 2, 250)));
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, frames);
        Path two = folder.resolve("out.pcap");
        assertThat(
                        run(
                                "--port",
                                "1=pcap:" + in,
                                "--port",
                                "2=pcap:," + two,
                                "--rate",
                                "2=1M",
                                "--delay",
                                "2=50us"))
                .isZero();
        assertThat(read(two))
                .extracting(captured -> captured.timeNs - DAY_NS)
                .containsExactly(1_050_000L, 2_050_000L, 3_050_000L, 12_050_000L);
    }

    @Test
    void packetRatesHold() throws Exception {
        List<Captured> frames = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            frames.add(new Captured(DAY_NS, BridgeFiles.frame(random, 2, 100)));
        }
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, frames);
        Path two = folder.resolve("out.pcap");
        assertThat(
                        run(
                                "--port", "1=pcap:" + in,
                                "--port", "2=pcap:," + two,
                                "--rate", "1kpps"))
                .isZero();
        List<Captured> sent = read(two);
        assertThat(sent.get(1).timeNs - sent.get(0).timeNs).isEqualTo(1_000_000);
        assertThat(sent.get(2).timeNs - sent.get(1).timeNs).isEqualTo(1_000_000);
    }

    @Test
    void fullQueuesAreReported() throws Exception {
        List<Captured> frames = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            frames.add(new Captured(DAY_NS, BridgeFiles.frame(random, 2, 1250)));
        }
        Path in = write("in.pcap", CaptureFormat.PCAP_MICROS, frames);
        assertThat(
                        run(
                                "--port", "1=pcap:" + in,
                                "--ports", "2",
                                "--rate", "2=1M",
                                "--queue", "3",
                                "--linger", "15ms",
                                "--summary", "-"))
                .isZero();
        // One is sent, and one is on the line after 15 ms; two of the three that waited still do.
        assertThat(out.toString())
                .startsWith("10 packets in, 1 out, 0 to the control plane, 6 dropped, 3 left; ")
                .contains("6  queue full")
                .contains("\"queue full\" : 6");
    }

    @Test
    void severalFilesAreOneTimeline() throws Exception {
        List<Captured> one = new ArrayList<>();
        List<Captured> other = new ArrayList<>();
        List<byte[]> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] frame = BridgeFiles.frame(random, 2, 100);
            // At the same time, port 0 goes before port 5.
            (i % 3 == 1 ? other : one).add(new Captured(DAY_NS + i / 2 * 1000L, frame));
            expected.add(BridgeFiles.forwarded(frame));
        }
        Path a = write("a.pcap", CaptureFormat.PCAPNG, one);
        Path b = write("b.pcap", CaptureFormat.PCAP_NANOS, other);
        Path two = folder.resolve("out.pcap");
        assertThat(
                        run(
                                "--port", "0=pcap:" + a,
                                "--port", "5=pcap:" + b,
                                "--port", "2=pcap:," + two))
                .isZero();
        List<Captured> sent = read(two);
        assertThat(sent)
                .hasSize(100)
                .isSortedAccordingTo((x, y) -> Long.compare(x.timeNs, y.timeNs));
        for (int i = 0; i < 100; i += 2) {
            assertThat(List.of(sent.get(i).frame, sent.get(i + 1).frame))
                    .containsExactlyInAnyOrder(expected.get(i), expected.get(i + 1));
        }
    }

    @Test
    void damagedFileIsNamed() throws Exception {
        Path in =
                write(
                        "in.pcap",
                        CaptureFormat.PCAP_NANOS,
                        List.of(new Captured(DAY_NS, BridgeFiles.frame(random, 2, 100))));
        Files.write(in, Arrays.copyOf(Files.readAllBytes(in), 100));
        assertThat(run("--port", "1=pcap:" + in)).isEqualTo(1);
        assertThat(err.toString()).contains(in + ": offset 24: the file ends inside");
        assertThat(run("--port", "1=pcap:" + folder.resolve("none.pcap"))).isEqualTo(1);
        assertThat(err.toString())
                .contains(
                        "weir switch: --port 1=pcap:%1$s: %1$s: no such file"
                                .formatted(folder.resolve("none.pcap")));
        assertThat(run("--port", "1=pcap:," + folder.resolve("no/folder.pcap"))).isEqualTo(1);
        assertThat(err.toString())
                .contains("no/folder.pcap cannot be written: NoSuchFileException");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "updates { type: INSERT entity { table_entry { table_id: 1 } } } "
                        + "| update 1 of 1 (INSERT table_entry): ",
                "updates { type: INSERT entity { table_entry { table_id: 36903592 match { field_id: 1 exact {"
                        + " value: '\\002' } } action { action { action_id: 30358813 } } } } } "
                        + "| update 1 of 1 (INSERT table_entry): table BridgeIngress.forwarding",
                "updates { type: INSERT } | update 1 of 1 (INSERT entity_not_set): entity: not given",
                "updates { typ: INSERT } | 1:11: ",
                "device_id: 7 updates {} | device_id 7: this is device 1",
                "device_id: 1 | no updates: not a p4.v1.WriteRequest"
            })
    void wrongEntriesAreNamed(String text, String message) throws Exception {
        Path entries = Files.writeString(folder.resolve("wrong.txtpb"), text);
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, List.of());
        assertThat(run("--entries", entries.toString(), "--port", "1=pcap:" + in)).isEqualTo(1);
        assertThat(err.toString()).startsWith("weir switch: --entries " + entries + ": " + message);
    }

    @Test
    void everyRefusedUpdateIsReported() throws Exception {
        // The second time all three are there already, but changing the default is no error.
        Path in = write("in.pcap", CaptureFormat.PCAP_NANOS, List.of());
        assertThat(
                        run(
                                "--entries",
                                BridgeFiles.file("entries.txtpb").toString(),
                                "--port",
                                "1=pcap:" + in))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("BridgeIngress.forwarding"));
        assertThat(err.toString())
                .contains("update 1 of 3 (INSERT")
                .contains("update 2 of 3 (INSERT");
    }

    /** Those that need neither root nor an interrupt. */
    @Test
    void examplesOfTheManualRun() throws Exception {
        List<String> examples =
                Files.readAllLines(Path.of("../docs/switch.md")).stream()
                        .filter(line -> line.startsWith("    ./weir switch --"))
                        .filter(line -> line.contains("pcap:") && !line.contains("--grpc"))
                        .toList();
        assertThat(examples).hasSizeGreaterThan(3);
        for (String example : examples) {
            String options =
                    example.strip()
                            .substring("./weir switch ".length())
                            .replace("$P", "src/test/resources/p4/bridge")
                            .replace("/tmp", folder.toString());
            assertThat(
                            new CommandLine(new SwitchCommand())
                                    .setOut(new PrintWriter(out))
                                    .setErr(new PrintWriter(err))
                                    .execute(options.split(" ")))
                    .as(example + err)
                    .isZero();
        }
        assertThat(out.toString().lines().filter(line -> line.startsWith("6 packets in, ")))
                .hasSameSizeAs(examples);
        assertThat(read(folder.resolve("two.pcapng"))).hasSize(2);
    }

    @Test
    void byTheWallClockFilesAreReplayed() throws Exception {
        Path in =
                write(
                        "in.pcap",
                        CaptureFormat.PCAP_NANOS,
                        List.of(
                                new Captured(DAY_NS, BridgeFiles.frame(random, 2, 100)),
                                new Captured(
                                        DAY_NS + 20_000_000, BridgeFiles.frame(random, 2, 200))));
        Path two = folder.resolve("out.pcap");
        SwitchCommand command = new SwitchCommand();
        CompletableFuture<Integer> exit =
                CompletableFuture.supplyAsync(
                        () ->
                                new CommandLine(command)
                                        .setOut(new PrintWriter(out))
                                        .setErr(new PrintWriter(err))
                                        .execute(
                                                BridgeFiles.options(
                                                        "--grpc", "127.0.0.1:0",
                                                        "--port", "1=pcap:" + in,
                                                        "--port", "2=pcap:," + two)));
        long bothBytes = 24 + 16 + 100 + 16 + 200;
        Arrivals.await(() -> Files.exists(two) ? two.toFile().length() : 0, bothBytes);
        command.interrupt();
        assertThat(exit.get(20, TimeUnit.SECONDS)).isZero();
        assertThat(read(two)).extracting(sent -> sent.frame.length).containsExactly(100, 200);
        assertThat(out.toString()).contains("2 packets in, 2 out, ");
    }
}
