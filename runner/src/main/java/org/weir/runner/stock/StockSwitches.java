// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.PlacedSwitch;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/** Runs the switches of a network as stock BMv2, each in a network namespace. */
public final class StockSwitches implements OutsideSwitches {
    private static final int USUAL_PACKET_BYTES = 1514;

    private final StockProgram program;
    private final Engine engine;
    private final Path logFolder;
    private final Path sockets;
    private final int packetBytes;
    private final List<String> removedLeftovers;
    private final Map<String, StockPlan> plans = new LinkedHashMap<>();
    private final Map<String, StockSwitch> running = new LinkedHashMap<>();
    private final Set<String> namespaces = new LinkedHashSet<>();

    /**
     * Makes ready; takes away what killed runs have left.
     *
     * @param engine the network's
     * @param logFolder is given a log per switch
     * @throws IOException when no folder can be made
     */
    public StockSwitches(NetworkSpec network, StockProgram program, Engine engine, Path logFolder)
            throws IOException {
        this.program = program;
        this.engine = engine;
        this.logFolder = Files.createDirectories(logFolder);
        removedLeftovers = AbandonedNamespaces.remove();
        sockets = Files.createTempDirectory(StockPlan.PREFIX);
        packetBytes =
                network.flows().stream()
                        .mapToInt(traffic -> traffic.flow().packetBytes())
                        .max()
                        .orElse(USUAL_PACKET_BYTES);
        long pid = ProcessHandle.current().pid();
        for (SwitchSpec spec : network.switches()) {
            plans.put(spec.name(), StockPlan.of(spec, pid, plans.size(), sockets));
        }
    }

    @Override
    public List<String> removedLeftovers() {
        return removedLeftovers;
    }

    @Override
    public synchronized PlacedSwitch start(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        StockPlan plan = plans.get(spec.name());
        if (namespaces.add(plan.namespace())) {
            Command.require(List.of("ip", "netns", "add", plan.namespace()), "");
            Command.require(
                    List.of("ip", "-n", plan.namespace(), "-batch", "-"), plan.interfaces());
        }
        StockSwitch started =
                StockSwitch.start(
                        plan,
                        program,
                        packetBytes,
                        engine,
                        logFolder.resolve(spec.name() + ".log"),
                        sent);
        running.put(spec.name(), started);
        return started;
    }

    @Override
    public synchronized void stop(String name) {
        StockSwitch stopped = running.remove(name);
        if (stopped != null) {
            stopped.close();
        }
    }

    @Override
    public synchronized Optional<String> failure() {
        return running.values().stream()
                .map(StockSwitch::unaskedEnd)
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public synchronized List<String> lineReport() {
        List<String> report = new ArrayList<>();
        running.forEach(
                (name, device) ->
                        device.lines()
                                .forEach((port, line) -> report.add(line.report(name, port))));
        return report;
    }

    @Override
    public synchronized void close() {
        running.values().forEach(StockSwitch::close);
        running.clear();
        for (String namespace : namespaces) {
            try {
                NetworkNamespaces.remove(namespace);
            } catch (IOException e) {
                // The next run finds it by its name and takes it away.
            }
        }
        namespaces.clear();
        try (Stream<Path> files = Files.walk(sockets)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A folder of dead sockets in the folder for temporary files harms nobody.
        }
    }
}
