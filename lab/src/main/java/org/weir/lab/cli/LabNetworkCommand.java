// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.cli.FileFault;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.experiment.datacentre.DatacentreProfile;
import org.weir.lab.experiment.datacentre.MessageRun;
import org.weir.lab.experiment.run.RunName;
import org.weir.lab.host.transport.PacketTransport;
import org.weir.lab.host.transport.tcp.TcpObserver;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkFileException;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;
import org.weir.lab.trace.PacketTrace;
import org.weir.lab.workload.TimedMessage;
import org.weir.reaction.Reaction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir lab network}. */
@Command(
        name = "network",
        mixinStandardHelpOptions = true,
        description =
                "Runs the network of a file, or a generated network, in virtual time with a"
                        + " scheme, and prints the packets and delays of its flows. Flows with a"
                        + " reaction in the file, and all flows of a generated network, use the"
                        + " scheme's senders.")
final class LabNetworkCommand implements Callable<Integer> {
    private static final int STEPS = 100;
    private static final int FAILED = 1;
    private static final int ETHERNET_FRAME_BYTES = 1514;
    private static final Duration FILE_LENGTH = Duration.ofSeconds(60);

    /**
     * Line rate from which a generated network has the schemes' values for data centres, bit/s.
     * Those of Weir's own scheme follow from the rate, whatever it is.
     */
    private static final long FAST_BPS = 1_000_000_000L;

    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "Network file, as for ./weir up (netcfg/*/network.json).")
    private Path file;

    @Mixin private GeneratorOptions generator;

    @Option(
            names = "--scheme",
            defaultValue = SchemeNames.PMQECN_TARGETS,
            paramLabel = "NAME",
            description = "Scheme, by its name in lab list (default: ${DEFAULT-VALUE}).")
    private String schemeName;

    @Option(names = "--set", paramLabel = "NAME=VALUE", description = "A parameter of the scheme.")
    private Map<String, Double> settings = new LinkedHashMap<>();

    @Option(
            names = "--for",
            converter = RunLength.class,
            paramLabel = "TIME",
            description =
                    "Virtual time, such as 500ms, 60s or 5m (default: 60s; for a generated network"
                            + " the time of 100 Mbit on a link).")
    private Duration length;

    @Option(names = "--seed", paramLabel = "SEED", description = "Instead of the file's, or of 1.")
    private Long seed;

    @Mixin private TransportOption transport;

    @Mixin private TraceOptions trace;

    /** For the parser. */
    LabNetworkCommand() {}

    @Override
    public Integer call() {
        RunProgress progress = RunProgress.onStandardError(spec.commandLine().getErr());
        try {
            trace.check();
            Scheme scheme = Schemes.named(schemeName);
            generator.checkBeside(file != null);
            Values values = values(scheme);
            NetworkSpec described = describe(scheme, values);
            if (length == null) {
                length =
                        generator.areGiven()
                                ? Duration.ofNanos(generator.defaultLengthNs())
                                : FILE_LENGTH;
            }
            if (generator.hasMessages()) {
                runMessages(described, scheme, values, progress);
                return 0;
            }
            Optional<TcpTransport> tcp = tcp(scheme);
            if (tcp.isPresent()) {
                runOverTcp(described, scheme, values, tcp.get(), progress);
                return 0;
            }
            Network network =
                    new Network(withReaction(described, scheme, values), new Engine(Pacing.FREE));
            scheme.install(network, values);
            run(network, progress);
            progress.clear();
            print(network);
            return 0;
        } catch (IllegalArgumentException | NetworkFileException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (ProgramException e) {
            spec.commandLine().getErr().println("a switch refuses " + schemeName + ": " + e);
            return FAILED;
        } catch (UncheckedIOException e) {
            throw cannotWrite(e.getCause());
        } catch (IOException e) {
            throw cannotWrite(e);
        } finally {
            progress.clear();
        }
    }

    private ParameterException cannotWrite(IOException e) {
        return new ParameterException(
                spec.commandLine(),
                "--trace: cannot write " + trace.file() + ": " + FileFault.of(e),
                e);
    }

    private NetworkSpec describe(Scheme scheme, Values values) throws NetworkFileException {
        if (generator.areGiven()) {
            return generator.create(
                    seed == null ? GeneratorOptions.DEFAULT_SEED : seed, scheme.reaction(values));
        }
        NetworkSpec read = NetworkFileReader.read(file);
        return seed == null ? read : read.withSeed(seed);
    }

    private Values values(Scheme scheme) {
        boolean fast =
                generator.areGiven()
                        && (generator.rateBps() >= FAST_BPS
                                || scheme.settingsName().equals(SchemeNames.PMQECN_TARGETS));
        Values declared =
                Values.of(
                        fast
                                ? DatacentreProfile.of(
                                        scheme, generator.rateBps(), generator.queuePackets())
                                : scheme.parameters());
        for (String name : settings.keySet()) {
            if (!declared.has(name)) {
                throw new IllegalArgumentException(
                        schemeName
                                + " has no parameter "
                                + name
                                + "; it has "
                                + declared.asMap().keySet());
            }
        }
        return declared.with(settings);
    }

    private static NetworkSpec withReaction(NetworkSpec network, Scheme scheme, Values values) {
        Optional<Reaction> reaction = scheme.reaction(values);
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (NetworkSpec.Traffic one : network.flows()) {
            if (!one.flow().source().isIpv4() && !scheme.carriesIpv6()) {
                throw new IllegalArgumentException(
                        "flow "
                                + one.flow().name()
                                + ": must be IPv4, as the switches' program for "
                                + scheme.name()
                                + " carries nothing else");
            }
            flows.add(
                    one.flow().reaction().isEmpty()
                            ? one
                            : new NetworkSpec.Traffic(
                                    one.sender(), one.flow().withReaction(reaction)));
        }
        return network.withFlows(flows);
    }

    private Optional<TcpTransport> tcp(Scheme scheme) {
        Optional<TcpTransport> tcp = transport.tcp(frameBytes(), TcpObserver.NONE);
        if (scheme.setsEce() && tcp.isPresent() && tcp.get().usesAccEcn()) {
            throw new IllegalArgumentException(
                    "--transport: :acc-ecn does not work with --scheme "
                            + scheme.name()
                            + ", whose switches set ECE on acknowledgements; with AccECN, ECE is"
                            + " one bit of a counter");
        }
        return tcp;
    }

    private void runMessages(
            NetworkSpec described, Scheme scheme, Values values, RunProgress progress)
            throws ProgramException, IOException {
        long lengthNs = length.toNanos();
        List<TimedMessage> messages = generator.messages(described, lengthNs, described.seed());
        PacketTransport carrier =
                tcp(scheme)
                        .<PacketTransport>map(tcp -> tcp)
                        .orElseGet(() -> generator.transport(scheme.reaction(values)));
        Network network = new Network(described.withFlows(List.of()), new Engine(Pacing.FREE));
        scheme.install(network, values);
        MessageRun run = new MessageRun(network, messages, carrier, generator.line());
        RunName name = name(network);
        try (PacketTrace written = trace.start(network)) {
            progress.planned(name);
            progress.begins(name, network);
            run.run(lengthNs, part -> progress.reaches(name, part));
        }
        progress.clear();
        MessageTable.print(run, spec.commandLine().getOut());
    }

    /** Length of a full segment's frame: a network of a file has that of Ethernet. */
    private int frameBytes() {
        return generator.areGiven() ? generator.packetBytes() : ETHERNET_FRAME_BYTES;
    }

    private void runOverTcp(
            NetworkSpec described,
            Scheme scheme,
            Values values,
            TcpTransport tcp,
            RunProgress progress)
            throws ProgramException, IOException {
        NetworkSpec checked = withReaction(described, scheme, values);
        Network network = new Network(checked.withFlows(List.of()), new Engine(Pacing.FREE));
        scheme.install(network, values);
        TcpFlows flows = new TcpFlows(network, checked.flows(), tcp);
        RunName name = name(network);
        try (PacketTrace written = trace.start(network)) {
            progress.planned(name);
            progress.begins(name, network);
            flows.run(length.toNanos(), part -> progress.reaches(name, part));
        }
        progress.clear();
        flows.print(spec.commandLine().getOut(), length.toNanos() / 1e9);
    }

    private RunName name(Network network) {
        return new RunName(network.spec().name(), schemeName, network.spec().seed());
    }

    private void run(Network network, RunProgress progress) throws IOException {
        long endNs = length.toNanos();
        RunName name = name(network);
        try (PacketTrace written = trace.start(network)) {
            progress.planned(name);
            progress.begins(name, network);
            network.start();
            for (long step = 1; step <= STEPS; step++) {
                network.engine().runUntil(Math.round((double) endNs * step / STEPS));
                progress.reaches(name, (double) step / STEPS);
            }
        }
    }

    private void print(Network network) {
        PrintWriter out = spec.commandLine().getOut();
        double seconds = length.toNanos() / 1e9;
        out.printf(
                Locale.ROOT,
                "%-16s %-8s %-8s %10s %9s %10s %8s %8s %8s %9s %9s%n",
                "flow",
                "from",
                "to",
                "goodput",
                "sent",
                "received",
                "lost",
                "marked",
                "feedback",
                "p50 ms",
                "p99 ms");
        for (FlowReport flow : network.flowReports()) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-8s %-8s %5.3f Mb/s %9d %10d %8d %8d %8d %9s %9s%n",
                    flow.name(),
                    flow.from(),
                    flow.to(),
                    flow.receivedBytes() * 8 / seconds / 1e6,
                    flow.sentPackets(),
                    flow.receivedPackets(),
                    flow.lostPackets(),
                    flow.markedPackets(),
                    flow.feedbackPackets(),
                    delayMs(flow, flow.delayP50Ns()),
                    delayMs(flow, flow.delayP99Ns()));
        }
        out.flush();
    }

    /** A delay of a flow, ms; a dash if it received nothing. */
    private static String delayMs(FlowReport flow, long delayNs) {
        return flow.isDelayKnown() ? String.format(Locale.ROOT, "%.3f", delayNs / 1e6) : "-";
    }
}
