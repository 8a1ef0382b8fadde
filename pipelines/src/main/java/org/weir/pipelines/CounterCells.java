// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellHandle;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.net.pi.service.PiPipeconfService;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;

/** Counter cells of a device that is connected by P4Runtime. */
final class CounterCells {

    private static final Pattern DEVICE_ID = Pattern.compile("(?:^|&)device_id=(\\d+)(?:&|$)");

    private final DeviceId device;
    private final DriverHandler handler;
    private final P4RuntimeClient client;
    private final PiPipeconf pipeconf;

    /**
     * The cells of a device.
     *
     * @param device its id
     * @param handler handler of one of its behaviours
     * @throws IllegalStateException if the device is not connected
     */
    CounterCells(DeviceId device, DriverHandler handler) {
        this.device = device;
        this.handler = handler;
        client = handler.get(P4RuntimeController.class).get(device);
        pipeconf = handler.get(PiPipeconfService.class).getPipeconf(device).orElse(null);
        if (client == null || pipeconf == null) {
            throw new IllegalStateException(device + ": not connected");
        }
    }

    /** What the device runs. */
    PiPipeconf pipeconf() {
        return pipeconf;
    }

    /**
     * Reads cells, all of them in one request.
     *
     * @param cells which
     * @return each cell's value; fails when the device does not answer, when it refuses the read or
     *     when it leaves a cell out
     * @throws IllegalStateException if the network configuration does not tell the device's own id
     */
    CompletableFuture<Map<PiCounterCellId, PiCounterCellData>> read(
            Collection<PiCounterCellId> cells) {
        return client.read(p4DeviceId(), pipeconf)
                .handles(
                        cells.stream()
                                .map(cell -> PiCounterCellHandle.of(device, cell))
                                .collect(Collectors.toList()))
                .submit()
                .thenApply(response -> values(response, cells));
    }

    private Map<PiCounterCellId, PiCounterCellData> values(
            ReadResponse response, Collection<PiCounterCellId> cells) {
        if (!response.isSuccess()) {
            throw new IllegalStateException(
                    device + ": counters not read: " + response.explanation());
        }
        Map<PiCounterCellId, PiCounterCellData> found = new HashMap<>();
        for (PiCounterCell cell : response.all(PiCounterCell.class)) {
            found.put(cell.cellId(), cell.data());
        }
        for (PiCounterCellId cell : cells) {
            if (!found.containsKey(cell)) {
                throw new IllegalStateException(device + ": no value for counter cell " + cell);
            }
        }
        return found;
    }

    /** The id by which the switch knows itself, from its management address. */
    private long p4DeviceId() {
        BasicDeviceConfig config =
                handler.get(NetworkConfigService.class).getConfig(device, BasicDeviceConfig.class);
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
