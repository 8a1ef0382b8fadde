// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.control.PortId;
import org.weir.control.loop.QueueSample;
import org.weir.pipelines.QueueCounters;
import org.weir.pipelines.QueueId;
import org.weir.pipelines.QueueReading;

/**
 * Reads the queue counters of switches. A switch that is slow is not asked again meanwhile.
 *
 * <p>Reading costs what happens, not what exists ({@link ReadingPlan}): of a queue without packets
 * one counter is read, and what all queues together cost in a round has a limit. What was not read
 * has not changed, or is read in one of the next rounds.
 */
public final class QueueSampler {

    private static final String COUNTERS_UNREAD = "counters-unread";

    /** Longest a switch may take to answer, in s. */
    private static final long TIMEOUT_S = 5;

    private final Fabric fabric;
    private final AlertBoard alerts;
    private final LongSupplier clockNs;
    private final Set<DeviceId> busy = ConcurrentHashMap.newKeySet();
    private final Map<DeviceId, ReadingPlan> plans = new ConcurrentHashMap<>();

    /**
     * A sampler.
     *
     * @param fabric the network
     * @param alerts where switches that do not answer are listed
     * @param clockNs time stamp of samples, ns
     */
    public QueueSampler(Fabric fabric, AlertBoard alerts, LongSupplier clockNs) {
        this.fabric = fabric;
        this.alerts = alerts;
        this.clockNs = clockNs;
    }

    /**
     * Reads the counters of ports.
     *
     * @param ports ports to read
     * @param classCount classes in use
     * @param samples is given each sample, from threads of the P4Runtime client
     * @return completes when every switch has answered or failed
     */
    public CompletableFuture<Void> sample(
            Set<PortId> ports, int classCount, Consumer<QueueSample> samples) {
        Map<DeviceId, Set<QueueId>> queues = new HashMap<>();
        for (PortId port : ports) {
            Set<QueueId> own =
                    queues.computeIfAbsent(
                            DeviceId.deviceId(port.device()), none -> new TreeSet<>());
            for (int classIndex = 0; classIndex < classCount; classIndex++) {
                own.add(new QueueId(port.port(), classIndex));
            }
        }
        plans.keySet().retainAll(queues.keySet());
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        queues.forEach((device, own) -> reads.add(read(device, own, queues.size(), samples)));
        return CompletableFuture.allOf(reads.toArray(new CompletableFuture<?>[0]));
    }

    private CompletableFuture<Void> read(
            DeviceId id, Set<QueueId> queues, int switches, Consumer<QueueSample> samples) {
        Optional<QueueCounters> counters = fabric.behaviour(id, QueueCounters.class);
        boolean readable = counters.isPresent() && fabric.own(id) && busy.add(id);
        if (!readable) {
            return CompletableFuture.completedFuture(null);
        }
        ReadingPlan plan = plans.computeIfAbsent(id, none -> new ReadingPlan());
        return counters.get()
                .read(plan.select(queues, switches))
                .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
                .thenAccept(
                        readings -> {
                            long timeNs = clockNs.getAsLong();
                            plan.take(readings)
                                    .forEach(one -> samples.accept(sample(id, one, timeNs)));
                        })
                .handle(
                        (done, error) -> {
                            busy.remove(id);
                            if (error == null) {
                                alerts.clear(COUNTERS_UNREAD, id.toString());
                            } else {
                                alerts.raise(COUNTERS_UNREAD, id.toString(), error);
                            }
                            return null;
                        });
    }

    private static QueueSample sample(DeviceId device, QueueReading reading, long timeNs) {
        return QueueSample.builder(
                        new PortId(device.toString(), reading.queue().port()),
                        reading.queue().classIndex(),
                        timeNs)
                .arrived(reading.arrivedPackets(), reading.arrivedBytes())
                .departed(reading.departedPackets(), reading.departedBytes())
                .dropped(reading.droppedPackets())
                .marked(reading.markedPackets())
                .feedback(reading.feedbackPackets())
                .delayHistogram(reading.delayHistogram())
                .build();
    }
}
