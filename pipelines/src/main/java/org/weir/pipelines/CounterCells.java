// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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

    /** How long what was looked up is used: each look-up goes through the cluster's store. */
    private static final long VALID_NS = TimeUnit.SECONDS.toNanos(10);

    private static final Map<DeviceId, Identity> IDENTITIES = new ConcurrentHashMap<>();

    private static final Pattern DEVICE_ID = Pattern.compile("(?:^|&)device_id=(\\d+)(?:&|$)");

    private final DeviceId device;
    private final DriverHandler handler;
    private final P4RuntimeClient client;
    private final Identity identity;

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
        this.handler = handler;
        client = handler.get(P4RuntimeController.class).get(device);
        Identity known = IDENTITIES.get(device);
        if (known == null || System.nanoTime() - known.readNs > VALID_NS) {
            known = new Identity(findPipeconf(), findP4DeviceId());
            IDENTITIES.put(device, known);
        }
        identity = known;
        if (client == null) {
            throw notConnected();
        }
    }

    private PiPipeconf findPipeconf() {
        return handler.get(PiPipeconfService.class)
                .getPipeconf(device)
                .orElseThrow(this::notConnected);
    }

    private IllegalStateException notConnected() {
        return new IllegalStateException(device + ": not connected");
    }

    /** What a device is, as the cluster's stores told last. */
    private static final class Identity {
        final PiPipeconf pipeconf;

        /** P4Runtime's number of the device. */
        final long p4DeviceId;

        final long readNs = System.nanoTime();

        Identity(PiPipeconf pipeconf, long p4DeviceId) {
            this.pipeconf = pipeconf;
            this.p4DeviceId = p4DeviceId;
        }
    }

    /** What the device runs. */
    PiPipeconf pipeconf() {
        return identity.pipeconf;
    }

    /**
     * Reads cells, all of them in one request.
     *
     * @param cells which
     * @return each cell's value; fails when the device does not answer, when it refuses the read or
     *     when it leaves a cell out
     */
    CompletableFuture<Map<PiCounterCellId, PiCounterCellData>> read(
            Collection<PiCounterCellId> cells) {
        return client.read(identity.p4DeviceId, identity.pipeconf)
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
    private long findP4DeviceId() {
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
