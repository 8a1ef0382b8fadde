// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;

/** Runs the switches of a network as stock BMv2, each in a network namespace. */
public final class StockSwitches extends NamespacedSwitches {
    private static final int USUAL_PACKET_BYTES = 1514;

    private final StockProgram program;
    private final Engine engine;
    private final int packetBytes;
    private final Map<String, StockPlan> plans = new LinkedHashMap<>();

    /**
     * Makes ready; takes away what killed runs have left.
     *
     * @param engine the network's
     * @param logFolder is given a log per switch
     * @throws IOException when no folder can be made
     */
    public StockSwitches(NetworkSpec network, StockProgram program, Engine engine, Path logFolder)
            throws IOException {
        super(logFolder);
        this.program = program;
        this.engine = engine;
        packetBytes =
                network.flows().stream()
                        .mapToInt(traffic -> traffic.flow().packetBytes())
                        .max()
                        .orElse(USUAL_PACKET_BYTES);
        long pid = ProcessHandle.current().pid();
        for (SwitchSpec spec : network.switches()) {
            plans.put(spec.name(), StockPlan.of(spec, pid, plans.size(), folder()));
        }
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
        return StockSwitch.start(
                plans.get(spec.name()),
                program,
                packetBytes,
                engine,
                log(spec.name() + ".log"),
                sent);
    }
}
