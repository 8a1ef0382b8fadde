// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

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
import org.weir.runner.shell.AddressRelay;
import org.weir.runner.shell.Command;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.stock.AbandonedNamespaces;
import org.weir.runner.stock.OutsideSwitches;
import org.weir.runner.stock.StockPlan;

/** Runs the switches of a network on Intel's model, each in a network namespace. */
public final class TofinoSwitches implements OutsideSwitches {
    private static final String LOOPBACK = "127.0.0.1";

    private final TofinoSoftware software;
    private final Engine engine;
    private final Path logFolder;
    private final Path folder;
    private final List<String> removedLeftovers;
    private final Map<String, TofinoPlan> plans = new LinkedHashMap<>();
    private final Map<String, TofinoSwitch> running = new LinkedHashMap<>();
    private final Map<String, Integer> bfrtPorts = new LinkedHashMap<>();
    private final List<AddressRelay> bfrtRelays = new ArrayList<>();
    private final Set<String> namespaces = new LinkedHashSet<>();

    /**
     * Makes ready; takes away what killed runs have left.
     *
     * @param engine the network's
     * @param logFolder is given three logs per switch
     * @throws IOException when no folder can be made
     */
    public TofinoSwitches(
            NetworkSpec network, TofinoSoftware software, Engine engine, Path logFolder)
            throws IOException {
        this.software = software;
        this.engine = engine;
        this.logFolder = Files.createDirectories(logFolder);
        removedLeftovers = AbandonedNamespaces.remove();
        folder = Files.createTempDirectory(StockPlan.PREFIX);
        long pid = ProcessHandle.current().pid();
        for (SwitchSpec spec : network.switches()) {
            String namespace = StockPlan.namespace(pid, plans.size());
            Path own = folder.resolve(Integer.toString(plans.size()));
            plans.put(spec.name(), new TofinoPlan(spec, namespace, own));
            var listener = AddressRelay.listen(LOOPBACK, 0);
            bfrtPorts.put(spec.name(), listener.socket().getLocalPort());
            bfrtRelays.add(
                    new AddressRelay(
                            listener, () -> TofinoSwitch.connect(namespace, TofinoPlan.BFRT_PORT)));
        }
    }

    /** Addresses of the switches' BF Runtime for ONOS, by the switch's address for P4Runtime. */
    public Map<String, String> bfrtAddresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        plans.forEach(
                (name, plan) ->
                        addresses.put(
                                plan.spec().grpcAddress(),
                                "grpc://" + LOOPBACK + ":" + bfrtPorts.get(name)));
        return addresses;
    }

    @Override
    public List<String> removedLeftovers() {
        return removedLeftovers;
    }

    @Override
    public synchronized PlacedSwitch start(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        TofinoPlan plan = plans.get(spec.name());
        if (namespaces.add(plan.namespace())) {
            Command.require(List.of("ip", "netns", "add", plan.namespace()), "");
            Command.require(
                    List.of("ip", "-n", plan.namespace(), "-batch", "-"), plan.interfaces());
        }
        TofinoSwitch started =
                TofinoSwitch.start(plan, software, engine, logFolder.resolve(spec.name()), sent);
        running.put(spec.name(), started);
        return started;
    }

    @Override
    public synchronized void stop(String name) {
        TofinoSwitch stopped = running.remove(name);
        if (stopped != null) {
            stopped.close();
        }
    }

    @Override
    public synchronized Optional<String> failure() {
        return running.values().stream()
                .map(TofinoSwitch::unaskedEnd)
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
        running.values().forEach(TofinoSwitch::close);
        running.clear();
        bfrtRelays.forEach(AddressRelay::close);
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
            // A folder of old configurations in the folder for temporary files harms nobody.
        }
    }
}
