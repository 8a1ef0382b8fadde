// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.control.PortId;
import org.weir.control.measurement.QueueSample;
import org.weir.control.measurement.ReadingTurns;
import org.weir.pipelines.QueueCounters;
import org.weir.pipelines.QueueId;
import org.weir.pipelines.QueueReading;
import org.weir.pipelines.QueueSelection;
import org.weir.pipelines.QueueSelection.Depth;

/**
 * Reads the queue counters of switches. A switch that is slow is not asked again meanwhile ({@link
 * SwitchAnswers}).
 *
 * <p>Reading costs what happens, not what exists ({@link ReadingPlan}): of a queue without packets
 * one counter is read, and what all queues together cost in a round has a limit. A queue that was
 * not read has not changed, or is read in one of the next rounds.
 *
 * <p>Switches take turns ({@link ReadingTurns}); one that reports a change is asked about that port
 * in the next round.
 */
public final class QueueSampler {

    /** Time for an answer after which the operator is told, ms. */
    private static final long TIMEOUT_MS = 5_000;

    /** Longest that an answer is awaited, ms; ONOS's own client gives up after this time. */
    private static final long GIVE_UP_MS = 60_000;

    private final Fabric fabric;
    private final LongSupplier clockNs;
    private final SwitchAnswers answers;
    private final Map<DeviceId, ReadingPlan> plans = new ConcurrentHashMap<>();

    private final ReadingTurns<DeviceId> turns = new ReadingTurns<>();

    /** The queues of the ports of the last call, by switch. */
    private Map<DeviceId, Set<QueueId>> queues = Map.of();

    private Set<PortId> queuesOf;
    private int queuesClasses;

    /**
     * A sampler.
     *
     * @param fabric the network
     * @param alerts list of alerts, for switches that do not answer
     * @param clockNs time stamp of samples, ns
     */
    public QueueSampler(Fabric fabric, AlertBoard alerts, LongSupplier clockNs) {
        this.fabric = fabric;
        answers = new SwitchAnswers(alerts, TIMEOUT_MS, GIVE_UP_MS);
        this.clockNs = clockNs;
    }

    /**
     * Reads the counters of ports. Not to be called by two threads at once.
     *
     * @param ports ports under control; the same object as in the last call if they are the same
     * @param changed ports that report a change; those that are read are removed
     * @param classCount classes in use
     * @param periodMs time between two calls
     * @param samples is given each sample, from threads of the P4Runtime client
     * @return completes when every switch that was asked has answered or failed
     */
    public CompletableFuture<Void> sample(
            Set<PortId> ports,
            Set<PortId> changed,
            int classCount,
            long periodMs,
            Consumer<QueueSample> samples) {
        changed.retainAll(ports);
        if (ports != queuesOf || classCount != queuesClasses) {
            queues = queues(ports, classCount);
            queuesOf = ports;
            queuesClasses = classCount;
            plans.keySet().retainAll(queues.keySet());
            answers.retain(queues.keySet());
        }
        Set<DeviceId> asked = turns.next(queues.keySet(), periodMs);
        Map<DeviceId, Set<QueueId>> urgent = queues(changed, classCount);
        Set<DeviceId> others = new HashSet<>(urgent.keySet());
        others.removeAll(asked);
        Set<DeviceId> all = new HashSet<>(asked);
        all.addAll(ReadingTurns.changed(others, periodMs));
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        for (DeviceId device : all) {
            if (!fabric.own(device) || !answers.begin(device)) {
                continue;
            }
            int phase = plans.size();
            ReadingPlan plan = plans.computeIfAbsent(device, none -> new ReadingPlan(phase));
            QueueSelection selection =
                    asked.contains(device)
                            ? plan.select(queues.get(device), queues.size())
                            : new QueueSelection();
            Set<QueueId> own = urgent.getOrDefault(device, Set.of());
            plan.addChanged(selection, own);
            own.forEach(queue -> changed.remove(new PortId(device.toString(), queue.port())));
            if (selection.queues().isEmpty()) {
                answers.cancel(device);
            } else {
                reads.add(read(device, plan, selection, samples));
            }
        }
        return CompletableFuture.allOf(reads.toArray(new CompletableFuture<?>[0]));
    }

    private static Map<DeviceId, Set<QueueId>> queues(Set<PortId> ports, int classCount) {
        Map<DeviceId, Set<QueueId>> queues = new HashMap<>();
        for (PortId port : ports) {
            Set<QueueId> own =
                    queues.computeIfAbsent(
                            DeviceId.deviceId(port.device()), none -> new TreeSet<>());
            for (int classIndex = 0; classIndex < classCount; classIndex++) {
                own.add(new QueueId(port.port(), classIndex));
            }
        }
        return queues;
    }

    private CompletableFuture<Void> read(
            DeviceId id,
            ReadingPlan plan,
            QueueSelection selection,
            Consumer<QueueSample> samples) {
        CompletableFuture<List<QueueReading>> answer;
        try {
            Optional<QueueCounters> counters = fabric.behaviour(id, QueueCounters.class);
            answer =
                    counters.orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "ONOS's driver of the switch reads no counters"))
                            .read(selection);
        } catch (RuntimeException e) {
            // ONOS's store may not answer; the next round asks again.
            answer = CompletableFuture.failedFuture(e);
        }
        return answers.follow(
                id,
                answer,
                readings -> {
                    long timeNs = clockNs.getAsLong();
                    plan.take(readings).forEach(one -> samples.accept(sample(id, one, timeNs)));
                });
    }

    private static QueueSample sample(DeviceId device, QueueReading reading, long timeNs) {
        QueueSample.Builder sample =
                QueueSample.builder(
                                new PortId(device.toString(), reading.queue().port()),
                                reading.queue().classIndex(),
                                timeNs)
                        .arrived(reading.arrivedPackets(), reading.arrivedBytes())
                        .departed(reading.departedPackets(), reading.departedBytes())
                        .dropped(reading.droppedPackets())
                        .marked(reading.markedPackets())
                        .feedback(reading.feedbackPackets());
        if (reading.depth() == Depth.DELAYS) {
            sample.delayHistogram(reading.delayHistogram());
        } else if (reading.hasDelays()) {
            sample.earlierDelayHistogram(reading.delayHistogram());
        }
        return sample.build();
    }
}
