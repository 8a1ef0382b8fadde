// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.traffic.PortConfig;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which ports the switch has. */
final class PortOptions {

    /**
     * Planned port.
     *
     * @param binding its connection; null when its frames are discarded
     * @param config its rate, queues and delay
     */
    record Planned(PortBinding binding, PortConfig config) {}

    private static final List<Integer> USUAL_PORTS = List.of(1, 2, 3, 4, 5, 6, 7, 8);

    /** Rate of ports that are connected to nothing. */
    private static final PortRate USUAL_RATE = new PortRate(1_000_000_000, QueueConfig.UNLIMITED);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--port",
            paramLabel = "N=KIND:…",
            converter = PortBinding.Converter.class,
            description = {
                "Connects port N to an existing interface (N=veth:NAME), to a TAP device, which is"
                        + " created if necessary (N=tap:NAME), or to capture files (N=pcap:IN,OUT;"
                        + " pcap or pcapng; IN or OUT may be empty). The first two need root."
                        + " Repeatable."
            })
    private List<PortBinding> bindings = new ArrayList<>();

    @Option(
            names = "--ports",
            paramLabel = "PORTS",
            converter = PortNumbers.class,
            description =
                    "Ports without a connection, such as 1-8 or 1,2,5-7: the switch discards the"
                            + " frames that leave by them (default: 1-8 without --port, but for the"
                            + " CPU port).")
    private List<Integer> unconnected;

    @Option(
            names = "--cpu-port",
            paramLabel = "N",
            defaultValue = "" + SwitchConfig.DEFAULT_CPU_PORT,
            description =
                    "Number of the port for packets from and to controllers, 1 to 510 (default"
                            + " ${DEFAULT-VALUE}).")
    private int cpuPort;

    @Option(
            names = "--rate",
            paramLabel = "[PORTS=]RATE",
            converter = PortRate.Converter.class,
            description =
                    "Rate of each port, or of PORTS: bit/s as 10M or 2.5G, packets/s as 20kpps, none for no limit."
                            + " Repeatable (default none for --port, 1G for --ports).")
    private List<PerPort<PortRate>> rates = new ArrayList<>();

    @Option(
            names = "--delay",
            paramLabel = "[PORTS=]TIME",
            converter = Durations.PerPortConverter.class,
            description =
                    "Propagation delay behind each port, or PORTS, such as 50us or 10ms."
                            + " Repeatable (default 0s).")
    private List<PerPort<Long>> delaysNs = new ArrayList<>();

    @Option(
            names = "--queue",
            paramLabel = "PACKETS",
            defaultValue = "1024",
            description =
                    "Queue limit of each of a port's eight queues, packets (default"
                            + " ${DEFAULT-VALUE}).")
    private int queueCapacityPackets;

    @Option(
            names = "--scheduler",
            paramLabel = "[PORTS=]KIND",
            converter = PortScheduler.Converter.class,
            description =
                    "Scheduler of each port, or of PORTS: strict (the queue with the highest"
                            + " number first), wrr:W0,…,W7 (by packets) or dwrr:W0,…,W7 (by"
                            + " bytes). Repeatable (default strict).")
    private List<PerPort<PortScheduler>> schedulers = new ArrayList<>();

    @Option(
            names = "--buffer",
            paramLabel = "BYTES",
            description = "Buffer shared by all queues of the switch, bytes (default: no limit).")
    private Long bufferBytes;

    List<PortBinding> bindings() {
        return bindings;
    }

    /** Number of the port to the control plane. */
    int cpuPort() {
        return cpuPort;
    }

    /** Size of the switch's buffer. */
    long bufferBytes() {
        return bufferBytes == null ? QueueConfig.UNLIMITED : bufferBytes;
    }

    /** Whether all ports that are connected are connected with files. */
    boolean isFilesOnly() {
        return !bindings.isEmpty()
                && bindings.stream().allMatch(b -> b.kind() == PortBinding.Kind.PCAP);
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * The ports by number.
     *
     * @throws ParameterException if options contradict each other; names option and rule
     */
    SortedMap<Integer, Planned> plan() {
        if (queueCapacityPackets < 1 || queueCapacityPackets > QueueConfig.MAX_CAPACITY_PACKETS) {
            throw wrong(
                    "--queue: must be at least 1 and at most " + QueueConfig.MAX_CAPACITY_PACKETS);
        }
        if (cpuPort < 1 || cpuPort > PortNumbers.MAX_PORT) {
            throw wrong(
                    "--cpu-port: must be 1 to %d, not %d".formatted(PortNumbers.MAX_PORT, cpuPort));
        }
        if (bufferBytes != null && bufferBytes < 1) {
            throw wrong("--buffer: must be at least 1");
        }
        SortedMap<Integer, PortBinding> ports = new TreeMap<>();
        Set<String> devices = new HashSet<>();
        Set<Path> written = new HashSet<>();
        for (PortBinding binding : bindings) {
            requireUnusedNumber("--port", ports, binding.number());
            if (!binding.device().isEmpty() && !devices.add(binding.device())) {
                throw wrong(
                        "--port %d=%s: another port is connected with %s"
                                .formatted(binding.number(), binding.text(), binding.device()));
            }
            if (binding.out() != null && !written.add(absolute(binding.out()))) {
                throw wrong(
                        "--port %d=%s: another port writes to %s"
                                .formatted(binding.number(), binding.text(), binding.out()));
            }
            ports.put(binding.number(), binding);
        }
        for (PortBinding binding : bindings) {
            if (binding.in() != null && written.contains(absolute(binding.in()))) {
                throw wrong(
                        "--port %d=%s: a port writes to %s, which is read"
                                .formatted(binding.number(), binding.text(), binding.in()));
            }
        }
        for (int port : unconnected()) {
            requireUnusedNumber("--ports", ports, port);
            ports.put(port, null);
        }
        requirePorts("--rate", rates, ports.keySet());
        requirePorts("--delay", delaysNs, ports.keySet());
        requirePorts("--scheduler", schedulers, ports.keySet());
        SortedMap<Integer, Planned> planned = new TreeMap<>();
        ports.forEach((port, binding) -> planned.put(port, plan(port, binding)));
        return planned;
    }

    private List<Integer> unconnected() {
        if (unconnected != null) {
            return unconnected;
        }
        return bindings.isEmpty()
                ? USUAL_PORTS.stream().filter(port -> port != cpuPort).toList()
                : List.of();
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    private void requireUnusedNumber(
            String option, SortedMap<Integer, PortBinding> ports, int number) {
        if (number == cpuPort) {
            throw wrong(
                    "%s: %d is the CPU port, whose frames go to the control plane"
                            .formatted(option, number));
        }
        if (ports.containsKey(number)) {
            throw wrong("%s: port %d is given twice".formatted(option, number));
        }
    }

    private <T> void requirePorts(String option, List<PerPort<T>> settings, Set<Integer> ports) {
        for (PerPort<T> setting : settings) {
            for (int port : setting.ports()) {
                if (!ports.contains(port)) {
                    throw wrong("%s: there is no port %d".formatted(option, port));
                }
            }
        }
    }

    private Planned plan(int port, PortBinding binding) {
        PortRate usual = binding == null ? USUAL_RATE : PortRate.UNLIMITED;
        PortRate rate = PerPort.of(port, rates, usual);
        PortTraffic traffic =
                PerPort.of(port, schedulers, PortScheduler.STRICT)
                        .apply(
                                PortTraffic.strict(rate.bps(), queueCapacityPackets)
                                        .withRates(rate.bps(), rate.pps()));
        String name =
                binding == null || binding.device().isEmpty() ? "port" + port : binding.device();
        return new Planned(binding, new PortConfig(name, traffic, PerPort.of(port, delaysNs, 0L)));
    }
}
