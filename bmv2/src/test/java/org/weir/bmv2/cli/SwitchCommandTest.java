// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.proto.v1.P4RuntimeGrpc;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigRequest;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.GetForwardingPipelineConfigResponse;
import picocli.CommandLine;

/** Each wrong option is reported in one line. */
class SwitchCommandTest {

    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--rate fast | 'fast' is no rate",
                "--rate 0 | a rate must be above 0",
                "--rate 1.5 | not a whole number of bit/s",
                "--rate 0.5pps | not a whole number of packets/s",
                "--rate 9999T | a rate is at most 1000000000000000",
                "--rate 9=1M | --rate: there is no port 9",
                "--rate x=1M | 'x' are no port numbers",
                "--delay 5 | '5' is no time; write it as 100ns, 10us, 2.5ms or 1s",
                "--delay 0.1ns | not a whole number of ns",
                "--delay 1001s | a time is at most 1000 s",
                "--delay 9=1s | --delay: there is no port 9",
                "--scheduler fair | 'fair' is no scheduler",
                "--scheduler wrr:1,2 | 8 weights are needed",
                "--scheduler dwrr:0,1,1,1,1,1,1,1 | a weight is 1 to 65535, not '0'",
                "--buffer 0 | --buffer: must be at least 1",
                "--ports 1-x | '1-x' are no port numbers",
                "--ports 0-511 | ports are 0 to 510",
                "--ports 8-3 | the lower first",
                "--ports 250-260 | --ports: 255 is the CPU port",
                "--port 1 | '1': write it as 1=tap:NAME, 1=veth:NAME or 1=pcap:IN,OUT",
                "--port =tap:x | write it as 1=tap:NAME",
                "--port x=tap:x | Invalid value for option '--port' (N=KIND:…): 'x=tap:x': the port's number is 0 to 510, not 'x'",
                "--port 511=tap:x | the port's number is 0 to 510, not '511'",
                "--port -1=tap:x | the port's number is 0 to 510, not '-1'",
                "--port 255=tap:x | --port: 255 is the CPU port",
                "--port 1=eth:x | 'eth' is none of tap, veth, pcap",
                "--port 1=veth: | the interface's name is missing",
                "--port 1=pcap: | a pcap port has the files IN,OUT or IN or ,OUT",
                "--port 1=pcap:a,b,c | a pcap port has the files IN,OUT or IN or ,OUT",
                "--port 1=pcap:a,a | IN and OUT are the same file",
                "--port 1=pcap:a | --port 1=pcap:a: needs --json and --p4info",
                "--port 1=tap:x --port 1=tap:y | --port: port 1 is given twice",
                "--port 1=tap:x --ports 1-3 | --ports: port 1 is given twice",
                "--port 1=tap:x --port 2=veth:x | --port 2=veth:x: another port is connected with x",
                "--port 1=pcap:,a --port 2=pcap:,./a | --port 2=pcap:,./a: another port writes to ./a",
                "--port 1=pcap:,a --port 2=pcap:a | --port 2=pcap:a: a port writes to a, which is read",
                "--grpc 9559 | '9559' is no address",
                "--grpc localhost:70000 | 'localhost:70000' is no address",
                "--cpu-port 0 | --cpu-port: must be 1 to 510, not 0",
                "--cpu-port 511 | --cpu-port: must be 1 to 510, not 511",
                "--cpu-port -1 | --cpu-port: must be 1 to 510, not -1",
                "--cpu-port 64 --ports 60-70 | --ports: 64 is the CPU port",
                "--cpu-port 5 --rate 9=1M | --rate: there is no port 9",
                "--cpu-port 5 --rate 5=1M | --rate: there is no port 5",
                "--cpu-port 5 --ports 1-8 | --ports: 5 is the CPU port",
                "--cpu-port 64 --port 64=tap:x | --port: 64 is the CPU port",
                "--device-id x | Invalid value for option '--device-id'",
                "--queue 0 | --queue: must be at least 1",
                "--json p.json | --json and --p4info belong together",
                "--entries e.txtpb | --entries: needs --json and --p4info",
                "--tls-cert c.pem | --tls-cert and --tls-key belong together: give both or none",
                "--tls-key k.pem | --tls-cert and --tls-key belong together: give both or none",
                "--tls-client-ca ca.pem | --tls-client-ca: needs --tls-cert and --tls-key",
                "--json p.json --p4info p.txtpb --port 1=pcap:a --tls-cert c.pem --tls-key k.pem | nothing is served with capture files as the only ports; give --grpc, too",
                "--json p.json --p4info p.txtpb --port 1=pcap:a --tls-client-ca ca.pem | nothing is served with capture files as the only ports; give --grpc, too",
                "--nonsense | Unknown option: '--nonsense'"
            })
    void wrongOptionsAreNamed(String arguments, String message) {
        assertThat(run(arguments.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).contains(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "veth:weir-none | weir-none: there is no such interface (a veth pair is made with:",
                "veth:much-too-long-a-name | 'much-too-long-a-name' is no name of an interface: 1 to 15 bytes",
                "tap:a/b | 'a/b' is no name of an interface"
            })
    @EnabledOnOs(OS.LINUX)
    void interfacesThatCannotBeHadAreNamed(String port, String message) {
        assertThat(run("--grpc", "127.0.0.1:0", "--port", "7=" + port)).isEqualTo(1);
        assertThat(err.toString()).startsWith("weir switch: --port 7=" + port + ": " + message);
    }

    @Test
    void missingFileIsNamed() {
        Path json = folder.resolve("p.json");
        assertThat(
                        run(
                                "--json",
                                json.toString(),
                                "--p4info",
                                json.toString(),
                                "--grpc",
                                "127.0.0.1:0"))
                .isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("weir switch: --json " + json + ": no such file");
    }

    @Test
    void wrongProgramIsNamed() throws Exception {
        Path json = Files.writeString(folder.resolve("p.json"), "{}");
        Path p4info =
                Files.writeString(folder.resolve("p.txtpb"), "tables { preamble { id: 1 id_ : } }");
        assertThat(
                        run(
                                "--json",
                                json.toString(),
                                "--p4info",
                                p4info.toString(),
                                "--grpc",
                                "127.0.0.1:0"))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains(p4info.toString())
                .contains("p4info: 1:");
    }

    /** A client that asks again and again from before the start on. */
    @Test
    void programIsThereWhenTheFirstClientIsAnswered() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        SwitchCommand command = new SwitchCommand();
        CompletableFuture<Integer> ended =
                CompletableFuture.supplyAsync(
                        () ->
                                new CommandLine(command)
                                        .setOut(new PrintWriter(new StringWriter()))
                                        .execute(
                                                BridgeFiles.options(
                                                        "--grpc", "127.0.0.1:" + port)));
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        GetForwardingPipelineConfigResponse answer = null;
        try {
            while (answer == null && !ended.isDone()) {
                try {
                    answer =
                            P4RuntimeGrpc.newBlockingStub(channel)
                                    .getForwardingPipelineConfig(
                                            GetForwardingPipelineConfigRequest.newBuilder()
                                                    .setDeviceId(1)
                                                    .build());
                } catch (StatusRuntimeException e) {
                    assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                    channel.resetConnectBackoff();
                    Thread.sleep(1);
                }
            }
            assertThat(answer).isNotNull();
            assertThat(answer.getConfig().getP4DeviceConfig().isEmpty()).isFalse();
        } finally {
            channel.shutdownNow();
            command.interrupt();
            ended.join();
        }
    }

    @Test
    void addressInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertThat(run("--grpc", address)).isEqualTo(1);
            assertThat(err.toString().lines())
                    .singleElement()
                    .asString()
                    .startsWith("weir switch: P4Runtime address " + address + ": ")
                    .contains("Address already in use");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64000, 64000",
        "10M, 10000000",
        "2.5G, 2500000000",
        "1k, 1000",
        "100Mbit/s, 100000000",
        "1T, 1000000000000"
    })
    void rates(String text, long rateBps) {
        assertThat(PortRate.read(text)).isEqualTo(new PortRate(rateBps, QueueConfig.UNLIMITED));
    }

    @Test
    void ratesInPackets() {
        assertThat(PortRate.read("20kpps")).isEqualTo(new PortRate(QueueConfig.UNLIMITED, 20_000));
    }

    @ParameterizedTest
    @CsvSource({"0s, 0", "100ns, 100", "10us, 10000", "2.5ms, 2500000", "1000s, 1000000000000"})
    void times(String text, long timeNs) {
        assertThat(new Durations().convert(text)).isEqualTo(timeNs);
    }

    @Test
    void settingsOfAPortGoBeforeThoseOfAll() {
        List<PerPort<Long>> settings =
                List.of(
                        PerPort.read("1-3=1s", Durations::read),
                        PerPort.read("2s", Durations::read),
                        PerPort.read("2=3s", Durations::read));
        assertThat(PerPort.of(1, settings, 0L)).isEqualTo(1_000_000_000L);
        assertThat(PerPort.of(2, settings, 0L)).isEqualTo(3_000_000_000L);
        assertThat(PerPort.of(4, settings, 0L)).isEqualTo(2_000_000_000L);
        assertThat(PerPort.of(4, settings.subList(0, 1), 7L)).isEqualTo(7);
    }

    @Test
    void ports() {
        assertThat(new PortNumbers().convert("5-7,1,2, 6")).containsExactly(1, 2, 5, 6, 7);
    }

    @Test
    void addresses() {
        assertThat(new SocketAddresses().convert("[::1]:9559").getHostString()).isEqualTo("::1");
        assertThat(new SocketAddresses().convert("localhost:0").getPort()).isZero();
    }

    private int run(String... arguments) {
        return new CommandLine(new SwitchCommand()).setErr(new PrintWriter(err)).execute(arguments);
    }
}
