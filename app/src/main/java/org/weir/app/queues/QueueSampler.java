// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.weir.app.fabric.Fabric;
import org.weir.app.problems.ProblemBoard;
import org.weir.control.PortId;
import org.weir.control.QueueSample;
import org.weir.pipelines.QueueCounters;
import org.weir.pipelines.QueueReading;

/** Reads the queue counters of switches. A switch that is slow is not asked again meanwhile. */
public final class QueueSampler {

    private static final String COUNTERS_UNREAD = "counters-unread";

    /** Longest a switch may take to answer, in s. */
    private static final long TIMEOUT_S = 5;

    private final Fabric fabric;
    private final ProblemBoard problems;
    private final LongSupplier clockNs;
    private final Set<DeviceId> busy = ConcurrentHashMap.newKeySet();

    /**
     * A sampler.
     *
     * @param fabric the network
     * @param problems where switches that do not answer are listed
     * @param clockNs time stamp of samples, ns
     */
    public QueueSampler(Fabric fabric, ProblemBoard problems, LongSupplier clockNs) {
        this.fabric = fabric;
        this.problems = problems;
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
        Map<String, Set<Long>> portsByDevice = new TreeMap<>();
        for (PortId port : ports) {
            portsByDevice
                    .computeIfAbsent(port.device(), ignored -> new HashSet<>())
                    .add(port.port());
        }
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        portsByDevice.forEach(
                (device, numbers) ->
                        reads.add(read(DeviceId.deviceId(device), numbers, classCount, samples)));
        return CompletableFuture.allOf(reads.toArray(new CompletableFuture<?>[0]));
    }

    private CompletableFuture<Void> read(
            DeviceId id, Set<Long> ports, int classCount, Consumer<QueueSample> samples) {
        Device device = fabric.device(id);
        boolean readable =
                device != null && device.is(QueueCounters.class) && fabric.own(id) && busy.add(id);
        if (!readable) {
            return CompletableFuture.completedFuture(null);
        }
        return device.as(QueueCounters.class)
                .read(ports, classCount)
                .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
                .thenAccept(
                        readings -> {
                            long timeNs = clockNs.getAsLong();
                            readings.forEach(one -> samples.accept(sample(id, one, timeNs)));
                        })
                .handle(
                        (done, error) -> {
                            busy.remove(id);
                            if (error == null) {
                                problems.clear(COUNTERS_UNREAD, id.toString());
                            } else {
                                problems.raise(COUNTERS_UNREAD, id.toString(), error);
                            }
                            return null;
                        });
    }

    private static QueueSample sample(DeviceId device, QueueReading reading, long timeNs) {
        return QueueSample.builder(
                        new PortId(device.toString(), reading.port()), reading.classIndex(), timeNs)
                .arrived(reading.arrivedPackets(), reading.arrivedBytes())
                .departed(reading.departedPackets(), reading.departedBytes())
                .dropped(reading.droppedPackets())
                .marked(reading.markedPackets())
                .feedback(reading.feedbackPackets())
                .delayHistogram(reading.delayHistogram())
                .build();
    }
}
