// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.AddressRelay;
import org.weir.runner.stock.NamespacedSwitches;
import org.weir.runner.stock.OutsideSwitch;
import org.weir.runner.stock.StockPlan;

/** Runs the switches of a network on Intel's model, each in a network namespace. */
public final class TofinoSwitches extends NamespacedSwitches {
    private static final String LOOPBACK = "127.0.0.1";

    private final TofinoSoftware software;
    private final Engine engine;
    private final Map<String, TofinoPlan> plans = new LinkedHashMap<>();
    private final Map<String, Integer> bfrtPorts = new LinkedHashMap<>();
    private final List<AddressRelay> bfrtRelays = new ArrayList<>();

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
        super(logFolder);
        this.software = software;
        this.engine = engine;
        long pid = ProcessHandle.current().pid();
        for (SwitchSpec spec : network.switches()) {
            String namespace = StockPlan.namespace(pid, plans.size());
            Path own = folder().resolve(Integer.toString(plans.size()));
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
    protected String namespace(SwitchSpec spec) {
        return plans.get(spec.name()).namespace();
    }

    @Override
    protected String interfaces(SwitchSpec spec) {
        return plans.get(spec.name()).interfaces();
    }

    @Override
    protected OutsideSwitch startInside(SwitchSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        return TofinoSwitch.start(plans.get(spec.name()), software, engine, log(spec.name()), sent);
    }

    @Override
    public synchronized void close() {
        bfrtRelays.forEach(AddressRelay::close);
        super.close();
    }
}
