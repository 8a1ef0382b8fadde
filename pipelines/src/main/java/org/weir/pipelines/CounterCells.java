// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.runtime.PiCounterCell;
import org.onosproject.net.pi.runtime.PiCounterCellData;
import org.onosproject.net.pi.runtime.PiCounterCellHandle;
import org.onosproject.net.pi.runtime.PiCounterCellId;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.onosproject.p4runtime.api.P4RuntimeReadClient.ReadResponse;

/** Counter cells of a device that is connected by P4Runtime. */
final class CounterCells {

    private final DeviceId device;
    private final P4RuntimeClient client;
    private final DeviceIdentity identity;

    /**
     * The cells of a device.
     *
     * @param device its id
     * @param handler handler of one of its behaviours
     * @throws IllegalStateException if the device is not connected, or the network configuration
     *     does not tell its own id
     */
    CounterCells(DeviceId device, DriverHandler handler) {
        this.device = device;
        client = handler.get(P4RuntimeController.class).get(device);
        if (client == null) {
            throw new IllegalStateException(device + ": not connected");
        }
        identity = DeviceIdentity.of(device, handler);
    }

    /** Pipeconf that the device runs. */
    PiPipeconf pipeconf() {
        return identity.pipeconf();
    }

    /**
     * Reads cells, all of them in one request.
     *
     * @param cells the cells to read
     * @return each cell's value; fails when the device does not answer, when it refuses the read or
     *     when it leaves a cell out
     */
    CompletableFuture<Map<PiCounterCellId, PiCounterCellData>> read(
            Collection<PiCounterCellId> cells) {
        return client.read(identity.p4DeviceId(), identity.pipeconf())
                .handles(
                        cells.stream()
                                .map(cell -> PiCounterCellHandle.of(device, cell))
                                .collect(Collectors.toList()))
                .submit()
                .thenApply(response -> values(response, cells))
                .whenComplete(
                        (values, error) -> {
                            if (error != null) {
                                DeviceIdentity.forget(device);
                            }
                        });
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
}
