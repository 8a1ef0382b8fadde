// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.lab.experiment.datacentre.MessageRun;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.ProbeTimes;
import org.weir.lab.host.transport.RateTransport;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.packet.DataPayload;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.UdpPacket;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.FatTree;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.MessageSizes;
import org.weir.lab.workload.RandomMessages;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.Workloads;
import org.weir.reaction.Reaction;
import picocli.CommandLine.Option;

/** A network and its traffic from a few words instead of a file. */
public final class GeneratorOptions {
    /** Seed of the network and of the choice of its pairs unless said otherwise. */
    public static final long DEFAULT_SEED = 1;

    private static final String DEFAULT_TRAFFIC = "permutation";
    private static final String ALL_TO_ALL = "all-to-all";
    private static final String DEFAULT_RATE = "10G";
    private static final String DEFAULT_PROCESS = "poisson";
    private static final String DEFAULT_LOAD = "0.5";
    private static final int DEFAULT_PACKET_BYTES = 1000;
    private static final int MAX_PACKET_BYTES = 9018;
    private static final int LEAST_PACKET_BYTES = UdpPacket.headerBytes(true) + DataPayload.BYTES;

    /** Slower links need feedback intervals above the longest. */
    private static final long LEAST_RATE_BPS = 1000;

    private static final long LINK_DELAY_NS = 1000;
    private static final int LEAST_QUEUE_PACKETS = 64;
    private static final double QUEUE_PACKETS_PER_BPS = 25.6e-9;
    private static final double RUN_BITS = 1e8;
    private static final int MAX_MESSAGES = 2_000_000;

    /** Silence after which a sender asks what is missing, in the times that a full queue takes. */
    private static final int FULL_QUEUES_OF_SILENCE = 5;

    private static final double NS_PER_SECOND = 1e9;

    private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)([kMG]?)");
    private static final Pattern PART =
            Pattern.compile("\\+?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(us|ms|s)");

    @Option(
            names = "--generate",
            paramLabel = "NETWORK",
            description =
                    "Instead of FILE: dumbbell:HOSTS_PER_SIDE, leaf-spine:LEAVES,SPINES,"
                            + "HOSTS_PER_LEAF or fat-tree:K.")
    private String network;

    @Option(
            names = "--traffic",
            paramLabel = "WHO",
            description =
                    "With --generate: pairs of hosts: permutation, incast:SENDERS (to the last host) or"
                            + " random-pairs:FLOWS (default: "
                            + DEFAULT_TRAFFIC
                            + "); with --sizes also all-to-all, each message to any other host, the"
                            + " default.")
    private String traffic;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "With --generate: rate of every link, bit/s, such as 10G, 2.5G or 100M (default: "
                            + DEFAULT_RATE
                            + ").")
    private String rate;

    @Option(
            names = "--load",
            paramLabel = "PART",
            description =
                    "With --generate: offered rate of each flow, or with all-to-all of each host,"
                            + " as a fraction of --rate (default: 0.5).")
    private String load;

    @Option(
            names = "--per-flow",
            paramLabel = "RATE",
            description = "With --generate: rate of each flow, bit/s; instead of --load.")
    private String perFlow;

    @Option(
            names = "--process",
            paramLabel = "PROCESS",
            description =
                    "With --generate: cbr, poisson or onoff:ON,OFF, the mean lengths of bursts and"
                            + " silences such as onoff:200us,1ms (default: "
                            + DEFAULT_PROCESS
                            + ").")
    private String process;

    @Option(
            names = "--packet-bytes",
            paramLabel = "BYTES",
            description =
                    "With --generate: length of the flows' Ethernet frames (default: "
                            + DEFAULT_PACKET_BYTES
                            + ").")
    private Integer packetBytes;

    @Option(
            names = "--sizes",
            paramLabel = "SIZES",
            description =
                    "With --generate: messages instead of flows, started by a Poisson process."
                            + " Their sizes: web-search, hadoop, FILE (bytes and percentage per"
                            + " line) or a number of bytes. weir up refuses it.")
    private String sizes;

    /** For the parser. */
    public GeneratorOptions() {}

    /**
     * Words that another command has read.
     *
     * @param network as {@code --generate} has it
     * @param rate as {@code --rate} has it
     * @param load as {@code --load} has it
     * @param packetBytes as {@code --packet-bytes} has it
     */
    public static GeneratorOptions of(String network, String rate, String load, int packetBytes) {
        GeneratorOptions words = new GeneratorOptions();
        words.network = network;
        words.rate = rate;
        words.load = load;
        words.packetBytes = packetBytes;
        return words;
    }

    /** Whether a network is to be generated. */
    public boolean areGiven() {
        return network != null;
    }

    /**
     * Checks that there is a file or {@code --generate}, and none of the others without it.
     *
     * @param hasFile whether a file is given, too
     * @throws IllegalArgumentException naming the option and the rule
     */
    public void checkBeside(boolean hasFile) {
        if (areGiven() == hasFile) {
            throw new IllegalArgumentException(
                    hasFile
                            ? "--generate and FILE exclude each other: give one"
                            : "the network to run is missing: give FILE or --generate");
        }
        if (!areGiven()) {
            refuseAlone("--traffic", traffic);
            refuseAlone("--rate", rate);
            refuseAlone("--load", load);
            refuseAlone("--per-flow", perFlow);
            refuseAlone("--process", process);
            refuseAlone("--packet-bytes", packetBytes);
            refuseAlone("--sizes", sizes);
        }
    }

    private static void refuseAlone(String option, Object value) {
        if (value != null) {
            throw new IllegalArgumentException(option + " needs --generate, the network to make");
        }
    }

    /** Rate of every link, bit/s. */
    public long rateBps() {
        return bps("--rate", rate == null ? DEFAULT_RATE : rate, LEAST_RATE_BPS, "1k");
    }

    /** Packets that a queue holds: 0.2 ms of a link with 1000 bytes each, at least 64. */
    public int queuePackets() {
        return (int) Math.max(LEAST_QUEUE_PACKETS, Math.round(QUEUE_PACKETS_PER_BPS * rateBps()));
    }

    /** Default length of a run, ns: the time that 100 Mbit take on a link. */
    long defaultLengthNs() {
        return Math.round(RUN_BITS * NS_PER_SECOND / rateBps());
    }

    /**
     * The network with its flows, which are ECN-capable.
     *
     * @param reaction of the senders; empty for senders that ignore congestion
     * @throws IllegalArgumentException naming the option and the rule
     */
    public NetworkSpec create(long seed, Optional<Reaction> reaction) {
        LineSpec line = line();
        FlowTemplate flow =
                new FlowTemplate(packetBytes(), 0, process(), flowBps(), true, reaction);
        // The words first: a mistake in them is reported before a large network is built.
        LongFunction<NetworkSpec> topology = topology(line);
        UnaryOperator<NetworkSpec> pairs = pairs(flow, seed);
        NetworkSpec without = named("--generate " + network, () -> topology.apply(seed));
        return named("--traffic " + trafficText(), () -> pairs.apply(without));
    }

    private LongFunction<NetworkSpec> topology(LineSpec line) {
        String[] words = network.split(":", 2);
        String rule =
                "must be dumbbell:HOSTS_PER_SIDE, leaf-spine:LEAVES,SPINES,HOSTS_PER_LEAF or"
                        + " fat-tree:K";
        switch (words[0]) {
            case "dumbbell":
                int[] side = numbers("--generate", network, 1, rule);
                return seed -> Dumbbell.create(side[0], line, line, seed);
            case "leaf-spine":
                int[] fabric = numbers("--generate", network, 3, rule);
                return seed -> LeafSpine.create(fabric[0], fabric[1], fabric[2], line, line, seed);
            case "fat-tree":
                int[] k = numbers("--generate", network, 1, rule);
                return seed -> FatTree.create(k[0], line, seed);
            default:
                throw refused("--generate", rule, network);
        }
    }

    private String trafficText() {
        if (traffic == null) {
            return hasMessages() ? ALL_TO_ALL : DEFAULT_TRAFFIC;
        }
        return traffic;
    }

    /** Whether the network has messages, which end, instead of flows. */
    public boolean hasMessages() {
        return sizes != null;
    }

    /**
     * The messages between the pairs of a network that was created, of the classes of the data
     * centre's experiments.
     *
     * @param lengthNs in which they begin
     * @throws IllegalArgumentException naming the option and the rule
     */
    List<TimedMessage> messages(NetworkSpec spec, long lengthNs, long seed) {
        if (perFlow != null) {
            throw new IllegalArgumentException(
                    "--per-flow applies to flows only: with --sizes" + " give --load");
        }
        if (process != null && !process.equals("poisson")) {
            throw refused("--process", "must be poisson with --sizes", process);
        }
        MessageSizes drawn = MessageSizesOption.read(sizes);
        List<HostConfig> hosts = spec.hosts();
        double part = load();
        int senders = spec.flows().isEmpty() ? hosts.size() : spec.flows().size();
        double expected =
                senders * part * rateBps() * (lengthNs / NS_PER_SECOND) / (8 * drawn.meanBytes());
        if (expected > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "--sizes "
                            + sizes
                            + ": about "
                            + Math.round(expected)
                            + " messages would begin, of at most "
                            + MAX_MESSAGES
                            + ": make --for shorter or --load less");
        }
        if (spec.flows().isEmpty()) {
            return RandomMessages.draw(hosts, drawn, part, lengthNs, MessageRun.MIXES, seed);
        }
        Map<IpAddress, Integer> numbers = new HashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            numbers.put(hosts.get(i).ipv4(), i);
        }
        List<RandomMessages.Pair> between =
                spec.flows().stream()
                        .map(
                                one ->
                                        new RandomMessages.Pair(
                                                numbers.get(one.flow().source()),
                                                numbers.get(one.flow().destination())))
                        .toList();
        return RandomMessages.between(
                between, hosts, drawn, part, lengthNs, MessageRun.MIXES, seed);
    }

    /** Transport of the messages. */
    RateTransport transport(Optional<Reaction> reaction) {
        int payloadBytes = packetBytes() - RateTransport.overheadBytes();
        if (payloadBytes < 1) {
            throw refused(
                    "--packet-bytes",
                    "must be above " + RateTransport.overheadBytes() + " with --sizes",
                    Integer.toString(packetBytes()));
        }
        double fullQueueNs = queuePackets() * 8.0 * packetBytes() * NS_PER_SECOND / rateBps();
        return new RateTransport(
                reaction,
                payloadBytes,
                ProbeTimes.from(Math.round(FULL_QUEUES_OF_SILENCE * fullQueueNs)));
    }

    /** Every link. */
    LineSpec line() {
        return new LineSpec(rateBps(), LINK_DELAY_NS, queuePackets());
    }

    private UnaryOperator<NetworkSpec> pairs(FlowTemplate flow, long seed) {
        String rule =
                "must be permutation, incast:SENDERS or random-pairs:FLOWS"
                        + (hasMessages() ? ", or all-to-all" : "");
        String text = trafficText();
        switch (text.split(":", 2)[0]) {
            case "permutation":
                numbers("--traffic", text, 0, rule);
                return spec -> Workloads.permutation(spec, flow, seed);
            case "incast":
                int senders = numbers("--traffic", text, 1, rule)[0];
                return spec -> Workloads.incast(spec, flow, senders, spec.hosts().size() - 1);
            case "random-pairs":
                int flows = numbers("--traffic", text, 1, rule)[0];
                return spec -> Workloads.randomPairs(spec, flow, flows, seed);
            case ALL_TO_ALL:
                if (!hasMessages()) {
                    throw new IllegalArgumentException("--traffic all-to-all needs --sizes");
                }
                numbers("--traffic", text, 0, rule);
                return spec -> spec;
            default:
                throw refused("--traffic", rule, text);
        }
    }

    /** Length of the flows' Ethernet frames. */
    int packetBytes() {
        int bytes = packetBytes == null ? DEFAULT_PACKET_BYTES : packetBytes;
        if (bytes < LEAST_PACKET_BYTES || bytes > MAX_PACKET_BYTES) {
            throw refused(
                    "--packet-bytes",
                    "must be " + LEAST_PACKET_BYTES + " to " + MAX_PACKET_BYTES,
                    Integer.toString(bytes));
        }
        return bytes;
    }

    private long flowBps() {
        if (load != null && perFlow != null) {
            throw new IllegalArgumentException(
                    "--load and --per-flow exclude each other: give one");
        }
        if (perFlow != null) {
            return bps("--per-flow", perFlow, 1, "1");
        }
        return Math.max(1, Math.round(load() * rateBps()));
    }

    private double load() {
        String text = load == null ? DEFAULT_LOAD : load;
        String rule = "must be above 0 and at most 1";
        // Double.parseDouble also takes Java's literals, such as 0x1p-1 and 0.5f.
        if (!PART.matcher(text).matches()) {
            throw refused("--load", rule, text);
        }
        double part = Double.parseDouble(text);
        if (!(part > 0 && part <= 1)) {
            throw refused("--load", rule, text);
        }
        return part;
    }

    private ArrivalProcess process() {
        String text = process == null ? DEFAULT_PROCESS : process;
        if (text.equals("cbr")) {
            return ArrivalProcess.CBR;
        }
        if (text.equals("poisson")) {
            return ArrivalProcess.POISSON;
        }
        String rule = "must be cbr, poisson or onoff:ON,OFF with times such as 200us,1ms";
        String[] times =
                text.startsWith("onoff:") ? text.substring(6).split(",", -1) : new String[0];
        if (times.length != 2) {
            throw refused("--process", rule, text);
        }
        return ArrivalProcess.onOff(timeNs(times[0], rule), timeNs(times[1], rule));
    }

    private long timeNs(String time, String rule) {
        Matcher parts = TIME.matcher(time);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw refused("--process", rule, process);
        }
        long unitNs =
                switch (parts.group(2)) {
                    case "us" -> 1000L;
                    case "ms" -> 1_000_000L;
                    default -> 1_000_000_000L;
                };
        return Long.parseLong(parts.group(1)) * unitNs;
    }

    private static long bps(String option, String text, long leastBps, String least) {
        String rule = "must be " + least + " to 1000G bit/s, such as 10G, 2.5G or 100M";
        Matcher parts = RATE.matcher(text);
        if (!parts.matches()) {
            throw refused(option, rule, text);
        }
        int zeros = 3 * " kMG".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
        BigDecimal bps = new BigDecimal(parts.group(1)).scaleByPowerOfTen(zeros);
        if (bps.compareTo(BigDecimal.valueOf(leastBps)) < 0
                || bps.compareTo(BigDecimal.valueOf(HostConfig.MAX_RATE_BPS)) > 0) {
            throw refused(option, rule, text);
        }
        return bps.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** The whole numbers after the colon; there have to be as many as said. */
    private static int[] numbers(String option, String text, int count, String rule) {
        int colon = text.indexOf(':');
        String[] words = colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1);
        if (words.length != count || !Arrays.stream(words).allMatch(w -> w.matches("\\d{1,9}"))) {
            throw refused(option, rule, text);
        }
        return Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
    }

    private static NetworkSpec named(String option, Supplier<NetworkSpec> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static IllegalArgumentException refused(String option, String rule, String text) {
        return new IllegalArgumentException(option + " " + rule + ", not \"" + text + "\"");
    }
}
