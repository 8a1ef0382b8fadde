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
import org.weir.lab.network.PlacedSwitch;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;

/** Runs the switches of a network, each in a network namespace that is made at its first start. */
public abstract class NamespacedSwitches implements OutsideSwitches {
    private final Path logFolder;
    private final Path folder;
    private final List<String> removedLeftovers;
    private final Map<String, OutsideSwitch> running = new LinkedHashMap<>();
    private final Set<String> namespaces = new LinkedHashSet<>();

    /**
     * Makes ready; takes away what killed runs have left.
     *
     * @param logFolder is given the switches' logs
     * @throws IOException when no folder can be made
     */
    protected NamespacedSwitches(Path logFolder) throws IOException {
        this.logFolder = Files.createDirectories(logFolder);
        removedLeftovers = AbandonedNamespaces.remove();
        folder = Files.createTempDirectory(StockPlan.PREFIX);
    }

    /** Folder of the switches' files, which {@link #close} takes away. */
    protected final Path folder() {
        return folder;
    }

    /** Path of a file of a name in the folder of the logs. */
    protected final Path log(String name) {
        return logFolder.resolve(name);
    }

    /** Name of the namespace of a switch of the network. */
    protected abstract String namespace(SwitchSpec spec);

    /** Input of {@code ip -n NAMESPACE -batch -} that makes a switch's interfaces. */
    protected abstract String interfaces(SwitchSpec spec);

    /**
     * Starts a switch whose namespace is there, with its interfaces.
     *
     * @param sent is given each frame that leaves a port, on the engine's thread
     * @throws IOException when it does not start; nothing of it is left then
     */
    protected abstract OutsideSwitch startInside(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException;

    @Override
    public final List<String> removedLeftovers() {
        return removedLeftovers;
    }

    @Override
    public final synchronized PlacedSwitch start(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        String namespace = namespace(spec);
        if (namespaces.add(namespace)) {
            Command.require(List.of("ip", "netns", "add", namespace), "");
            Command.require(List.of("ip", "-n", namespace, "-batch", "-"), interfaces(spec));
        }
        OutsideSwitch started = startInside(spec, sent);
        running.put(spec.name(), started);
        return started;
    }

    @Override
    public final synchronized void stop(String name) {
        OutsideSwitch stopped = running.remove(name);
        if (stopped != null) {
            stopped.close();
        }
    }

    @Override
    public final synchronized Optional<String> failure() {
        return running.values().stream()
                .map(OutsideSwitch::unaskedEnd)
                .flatMap(Optional::stream)
                .findFirst();
    }

    @Override
    public final synchronized List<String> lineReport() {
        List<String> report = new ArrayList<>();
        running.forEach(
                (name, device) ->
                        device.lines()
                                .forEach((port, line) -> report.add(line.report(name, port))));
        return report;
    }

    @Override
    public synchronized void close() {
        running.values().forEach(OutsideSwitch::close);
        running.clear();
        for (String namespace : namespaces) {
            try {
                NetworkNamespaces.remove(namespace);
            } catch (IOException e) {
                // The next run finds it by its name and takes it away.
            }
        }
        namespaces.clear();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Files of this run in the folder for temporary files harm nobody.
        }
    }
}
