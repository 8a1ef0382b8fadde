// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellHandle;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;

/** Reads the counters of queues in one P4Runtime read. */
public final class P4RuntimeQueueCounters extends AbstractHandlerBehaviour
        implements QueueCounters {

    private static final Pattern DEVICE_ID = Pattern.compile("(?:^|&)device_id=(\\d+)(?:&|$)");

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
        DeviceId device = data().deviceId();
        P4RuntimeClient client = handler().get(P4RuntimeController.class).get(device);
        PiPipeconf pipeconf =
                handler().get(PiPipeconfService.class).getPipeconf(device).orElse(null);
        if (client == null || pipeconf == null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(device + ": not connected"));
        }
        SwitchTarget target = SwitchTarget.of(pipeconf.id().toString()).orElse(null);
        if (target == null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            device + ": " + pipeconf.id() + " is no pipeconf of Weir"));
        }
        List<PiCounterId> counters = new ArrayList<>(PER_QUEUE);
        OF_SCHEME.stream()
                .filter(counter -> pipeconf.pipelineModel().counter(counter).isPresent())
                .forEach(counters::add);
        List<PiCounterCellHandle> cells = new ArrayList<>();
        for (long port : ports) {
            for (int classIndex = 0; classIndex < classCount; classIndex++) {
                addCells(device, target.queueIndex(port, classIndex), counters, cells);
            }
        }
        long p4DeviceId;
        try {
            p4DeviceId = p4DeviceId(device);
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
        return client.read(p4DeviceId, pipeconf)
                .handles(cells)
                .submit()
                .thenApply(
                        response ->
                                readings(device, target, response, counters, ports, classCount));
    }

    private static void addCells(
            DeviceId device,
            int queue,
            List<PiCounterId> counters,
            List<PiCounterCellHandle> cells) {
        for (PiCounterId counter : counters) {
            cells.add(PiCounterCellHandle.of(device, PiCounterCellId.ofIndirect(counter, queue)));
        }
        for (int bucket = 0; bucket < P4Limits.DELAY_BUCKET_COUNT; bucket++) {
            cells.add(PiCounterCellHandle.of(device, delayCell(queue, bucket)));
        }
    }

    private static PiCounterCellId delayCell(int queue, int bucket) {
        return PiCounterCellId.ofIndirect(
                P4Names.COUNTER_DELAYS, (long) queue * P4Limits.DELAY_BUCKET_COUNT + bucket);
    }

    private static List<QueueReading> readings(
            DeviceId device,
            SwitchTarget target,
            ReadResponse response,
            List<PiCounterId> counters,
            Set<Long> ports,
            int classCount) {
        if (!response.isSuccess()) {
            throw new IllegalStateException(
                    device + ": counters not read: " + response.explanation());
        }
        Map<PiCounterCellId, PiCounterCellData> found = new HashMap<>();
        for (PiCounterCell cell : response.all(PiCounterCell.class)) {
            found.put(cell.cellId(), cell.data());
        }
        List<QueueReading> readings = new ArrayList<>();
        for (long port : new TreeSet<>(ports)) {
            for (int classIndex = 0; classIndex < classCount; classIndex++) {
                readings.add(reading(device, target, found, counters, port, classIndex));
            }
        }
        return readings;
    }

    private static QueueReading reading(
            DeviceId device,
            SwitchTarget target,
            Map<PiCounterCellId, PiCounterCellData> found,
            List<PiCounterId> counters,
            long port,
            int classIndex) {
        int queue = target.queueIndex(port, classIndex);
        long[] histogram = new long[P4Limits.DELAY_BUCKET_COUNT];
        for (int bucket = 0; bucket < histogram.length; bucket++) {
            histogram[bucket] = data(device, found, delayCell(queue, bucket)).packets();
        }
        Map<PiCounterId, PiCounterCellData> values = new HashMap<>();
        for (PiCounterId counter : counters) {
            values.put(counter, data(device, found, PiCounterCellId.ofIndirect(counter, queue)));
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

    private static PiCounterCellData data(
            DeviceId device, Map<PiCounterCellId, PiCounterCellData> found, PiCounterCellId cell) {
        PiCounterCellData data = found.get(cell);
        if (data == null) {
            throw new IllegalStateException(device + ": no value for counter cell " + cell);
        }
        return data;
    }

    /** The id by which the switch knows itself, from its management address. */
    private long p4DeviceId(DeviceId device) {
        BasicDeviceConfig config =
                handler()
                        .get(NetworkConfigService.class)
                        .getConfig(device, BasicDeviceConfig.class);
        String address = config == null ? null : config.managementAddress();
        if (address == null) {
            throw new IllegalStateException(device + ": no managementAddress in its netcfg");
        }
        try {
            String query = new URI(address).getQuery();
            Matcher matcher = DEVICE_ID.matcher(query == null ? "" : query);
            if (matcher.find()) {
                return Long.parseLong(matcher.group(1));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    device + ": managementAddress is not a URI: " + e.getMessage(), e);
        }
        throw new IllegalStateException(
                device + ": managementAddress has no device_id: " + address);
    }
}
