// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellId;

/** Reads the counters of queues in one P4Runtime read. */
public final class P4RuntimeQueueCounters extends AbstractHandlerBehaviour
        implements QueueCounters {

    private static final List<PiCounterId> PER_QUEUE =
            List.of(
                    P4Names.COUNTER_ARRIVALS,
                    P4Names.COUNTER_DEPARTURES,
                    P4Names.COUNTER_DROPS,
                    P4Names.COUNTER_MARKS,
                    P4Names.COUNTER_FEEDBACK);

    /** Counters of a port's scheme; a program without schemes has none of them. */
    private static final List<PiCounterId> OF_SCHEME =
            List.of(
                    P4Names.COUNTER_AQM_DROPS,
                    P4Names.COUNTER_AQM_MARKS,
                    P4Names.COUNTER_AQM_REVERSE_MARKS);

    @Override
    public CompletableFuture<List<QueueReading>> read(Set<Long> ports, int classCount) {
        try {
            CounterCells device = new CounterCells(data().deviceId(), handler());
            PiPipeconf pipeconf = device.pipeconf();
            SwitchTarget target =
                    SwitchTarget.of(pipeconf.id().toString())
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    data().deviceId()
                                                            + ": "
                                                            + pipeconf.id()
                                                            + " is no pipeconf of Weir"));
            List<PiCounterId> counters = new ArrayList<>(PER_QUEUE);
            OF_SCHEME.stream()
                    .filter(counter -> pipeconf.pipelineModel().counter(counter).isPresent())
                    .forEach(counters::add);
            List<PiCounterCellId> cells = new ArrayList<>();
            for (long port : ports) {
                for (int classIndex = 0; classIndex < classCount; classIndex++) {
                    addCells(target.queueIndex(port, classIndex), counters, cells);
                }
            }
            return device.read(cells)
                    .thenApply(found -> readings(target, found, counters, ports, classCount));
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void addCells(
            int queue, List<PiCounterId> counters, List<PiCounterCellId> cells) {
        for (PiCounterId counter : counters) {
            cells.add(PiCounterCellId.ofIndirect(counter, queue));
        }
        for (int bucket = 0; bucket < P4Limits.DELAY_BUCKET_COUNT; bucket++) {
            cells.add(delayCell(queue, bucket));
        }
    }

    private static PiCounterCellId delayCell(int queue, int bucket) {
        return PiCounterCellId.ofIndirect(
                P4Names.COUNTER_DELAYS, (long) queue * P4Limits.DELAY_BUCKET_COUNT + bucket);
    }

    private static List<QueueReading> readings(
            SwitchTarget target,
            Map<PiCounterCellId, PiCounterCellData> found,
            List<PiCounterId> counters,
            Set<Long> ports,
            int classCount) {
        List<QueueReading> readings = new ArrayList<>();
        for (long port : new TreeSet<>(ports)) {
            for (int classIndex = 0; classIndex < classCount; classIndex++) {
                readings.add(reading(target, found, counters, port, classIndex));
            }
        }
        return readings;
    }

    private static QueueReading reading(
            SwitchTarget target,
            Map<PiCounterCellId, PiCounterCellData> found,
            List<PiCounterId> counters,
            long port,
            int classIndex) {
        int queue = target.queueIndex(port, classIndex);
        long[] histogram = new long[P4Limits.DELAY_BUCKET_COUNT];
        for (int bucket = 0; bucket < histogram.length; bucket++) {
            histogram[bucket] = found.get(delayCell(queue, bucket)).packets();
        }
        Map<PiCounterId, PiCounterCellData> values = new HashMap<>();
        for (PiCounterId counter : counters) {
            values.put(counter, found.get(PiCounterCellId.ofIndirect(counter, queue)));
        }
        return new QueueReading(
                port,
                classIndex,
                values.get(P4Names.COUNTER_ARRIVALS),
                values.get(P4Names.COUNTER_DEPARTURES),
                sum(values, P4Names.COUNTER_DROPS, P4Names.COUNTER_AQM_DROPS),
                sum(
                        values,
                        P4Names.COUNTER_MARKS,
                        P4Names.COUNTER_AQM_MARKS,
                        P4Names.COUNTER_AQM_REVERSE_MARKS),
                values.get(P4Names.COUNTER_FEEDBACK),
                histogram);
    }

    /** What the program does not count did not happen. */
    private static PiCounterCellData sum(
            Map<PiCounterId, PiCounterCellData> values, PiCounterId... counters) {
        long packets = 0;
        long bytes = 0;
        for (PiCounterId counter : counters) {
            PiCounterCellData value = values.get(counter);
            packets += value == null ? 0 : value.packets();
            bytes += value == null ? 0 : value.bytes();
        }
        return new PiCounterCellData(packets, bytes);
    }
}
