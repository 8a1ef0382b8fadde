// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellId;

/** Reads the counters of drops outside queues in one P4Runtime read, each by ingress port. */
public final class P4RuntimeSwitchDropCounters extends AbstractHandlerBehaviour
        implements SwitchDropCounters {

    private static final List<PiCounterId> COUNTERS =
            List.of(P4Names.COUNTER_UNROUTED, P4Names.COUNTER_EXPIRED, P4Names.COUNTER_MALFORMED);

    @Override
    public CompletableFuture<SwitchDropReading> read(Set<Long> ports) {
        try {
            return read(new CounterCells(data().deviceId(), handler())::read, ports);
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Reads the counters of a device.
     *
     * @param device reads cells
     * @param ports ports to read
     * @return the sums
     */
    static CompletableFuture<SwitchDropReading> read(
            Function<
                            Collection<PiCounterCellId>,
                            CompletableFuture<Map<PiCounterCellId, PiCounterCellData>>>
                    device,
            Set<Long> ports) {
        List<PiCounterCellId> cells = new ArrayList<>();
        for (PiCounterId counter : COUNTERS) {
            ports.forEach(port -> cells.add(PiCounterCellId.ofIndirect(counter, port)));
        }
        return device.apply(cells)
                .thenApply(
                        found ->
                                new SwitchDropReading(
                                        sum(found, P4Names.COUNTER_UNROUTED, ports),
                                        sum(found, P4Names.COUNTER_EXPIRED, ports),
                                        sum(found, P4Names.COUNTER_MALFORMED, ports)));
    }

    private static long sum(
            Map<PiCounterCellId, PiCounterCellData> found, PiCounterId counter, Set<Long> ports) {
        return ports.stream()
                .mapToLong(port -> found.get(PiCounterCellId.ofIndirect(counter, port)).packets())
                .sum();
    }
}
