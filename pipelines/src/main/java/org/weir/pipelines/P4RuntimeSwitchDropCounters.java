// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellId;

/** Reads the counters of drops outside queues in one P4Runtime read, each by port. */
public final class P4RuntimeSwitchDropCounters extends AbstractHandlerBehaviour
        implements SwitchDropCounters {

    @Override
    public CompletableFuture<SwitchDropReading> read(Set<Long> ports) {
        try {
            CounterCells device = new CounterCells(data().deviceId(), handler());
            PiPipelineModel program = device.pipeconf().pipelineModel();
            return read(device::read, counter -> program.counter(counter).isPresent(), ports);
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Reads the counters of a device.
     *
     * @param device reads cells
     * @param hasCounter whether the device's program has a counter
     * @param ports ports to read
     * @return the sums
     */
    static CompletableFuture<SwitchDropReading> read(
            Function<
                            Collection<PiCounterCellId>,
                            CompletableFuture<Map<PiCounterCellId, PiCounterCellData>>>
                    device,
            Predicate<PiCounterId> hasCounter,
            Set<Long> ports) {
        List<ProgramDrop> causes =
                Arrays.stream(ProgramDrop.values())
                        .filter(cause -> hasCounter.test(cause.counter()))
                        .collect(Collectors.toList());
        List<PiCounterCellId> cells = new ArrayList<>();
        for (ProgramDrop cause : causes) {
            ports.forEach(port -> cells.add(PiCounterCellId.ofIndirect(cause.counter(), port)));
        }
        return device.apply(cells)
                .thenApply(
                        found -> {
                            Map<ProgramDrop, Long> packets = new EnumMap<>(ProgramDrop.class);
                            for (ProgramDrop cause : causes) {
                                packets.put(cause, sum(found, cause.counter(), ports));
                            }
                            return new SwitchDropReading(packets);
                        });
    }

    private static long sum(
            Map<PiCounterCellId, PiCounterCellData> found, PiCounterId counter, Set<Long> ports) {
        return ports.stream()
                .mapToLong(port -> found.get(PiCounterCellId.ofIndirect(counter, port)).packets())
                .sum();
    }
}
