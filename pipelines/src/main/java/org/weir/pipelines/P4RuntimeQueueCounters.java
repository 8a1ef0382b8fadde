// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
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
                    P4Names.COUNTER_ACTIVITY_DROPS,
                    P4Names.COUNTER_AQM_DROPS,
                    P4Names.COUNTER_AQM_MARKS,
                    P4Names.COUNTER_AQM_REVERSE_MARKS);

    @Override
    public CompletableFuture<List<QueueReading>> read(QueueSelection selection) {
        try {
            CounterCells device = new CounterCells(data().deviceId(), handler());
            PiPipeconf pipeconf = device.pipeconf();
            Platform platform =
                    ((WeirInterpreter) handler().behaviour(PiPipelineInterpreter.class)).platform();
            List<PiCounterId> counters = new ArrayList<>(PER_QUEUE);
            OF_SCHEME.stream()
                    .filter(counter -> pipeconf.pipelineModel().counter(counter).isPresent())
                    .forEach(counters::add);
            List<PiCounterCellId> cells = new ArrayList<>();
            selection
                    .queues()
                    .forEach(
                            (queue, depth) ->
                                    addCells(index(platform, queue), depth, counters, cells));
            return device.read(cells)
                    .thenApply(
                            found ->
                                    selection.queues().entrySet().stream()
                                            .map(
                                                    each ->
                                                            reading(
                                                                    each.getKey(),
                                                                    each.getValue(),
                                                                    index(platform, each.getKey()),
                                                                    found,
                                                                    counters))
                                            .collect(Collectors.toList()));
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static int index(Platform platform, QueueId queue) {
        return platform.queueIndex(queue.port(), queue.classIndex());
    }

    private static void addCells(
            int queue,
            QueueSelection.Depth depth,
            List<PiCounterId> counters,
            List<PiCounterCellId> cells) {
        if (depth == QueueSelection.Depth.ARRIVALS) {
            cells.add(PiCounterCellId.ofIndirect(P4Names.COUNTER_ARRIVALS, queue));
            return;
        }
        for (PiCounterId counter : counters) {
            cells.add(PiCounterCellId.ofIndirect(counter, queue));
        }
        if (depth == QueueSelection.Depth.DELAYS) {
            for (int bucket = 0; bucket < P4Limits.DELAY_BUCKET_COUNT; bucket++) {
                cells.add(delayCell(queue, bucket));
            }
        }
    }

    private static PiCounterCellId delayCell(int queue, int bucket) {
        return PiCounterCellId.ofIndirect(
                P4Names.COUNTER_DELAYS, (long) queue * P4Limits.DELAY_BUCKET_COUNT + bucket);
    }

    private static QueueReading reading(
            QueueId id,
            QueueSelection.Depth depth,
            int queue,
            Map<PiCounterCellId, PiCounterCellData> found,
            List<PiCounterId> counters) {
        long[] histogram = new long[P4Limits.DELAY_BUCKET_COUNT];
        if (depth == QueueSelection.Depth.DELAYS) {
            for (int bucket = 0; bucket < histogram.length; bucket++) {
                histogram[bucket] = found.get(delayCell(queue, bucket)).packets();
            }
        }
        Map<PiCounterId, PiCounterCellData> values = new HashMap<>();
        for (PiCounterId counter : counters) {
            values.put(counter, found.get(PiCounterCellId.ofIndirect(counter, queue)));
        }
        return new QueueReading(
                id,
                depth,
                sum(values, P4Names.COUNTER_ARRIVALS),
                sum(values, P4Names.COUNTER_DEPARTURES),
                sum(
                        values,
                        P4Names.COUNTER_DROPS,
                        P4Names.COUNTER_ACTIVITY_DROPS,
                        P4Names.COUNTER_AQM_DROPS),
                sum(
                        values,
                        P4Names.COUNTER_MARKS,
                        P4Names.COUNTER_AQM_MARKS,
                        P4Names.COUNTER_AQM_REVERSE_MARKS),
                sum(values, P4Names.COUNTER_FEEDBACK),
                histogram);
    }

    /**
     * Sums counters. A counter that the program does not have, or that was not read, counts as
     * zero.
     */
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
