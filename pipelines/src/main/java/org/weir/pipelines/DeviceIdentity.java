// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.driver.DriverHandler;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.service.PiPipeconfService;

/**
 * Identity of a P4Runtime device in requests: its pipeconf, and its own number. Looked up rarely,
 * since each look-up goes through the cluster's store.
 */
final class DeviceIdentity {

    private static final long VALID_NS = TimeUnit.SECONDS.toNanos(60);
    private static final Pattern DEVICE_ID = Pattern.compile("(?:^|&)device_id=(\\d+)(?:&|$)");
    private static final Map<DeviceId, DeviceIdentity> KNOWN = new ConcurrentHashMap<>();

    private final PiPipeconf pipeconf;
    private final long p4DeviceId;
    private final long readNs = System.nanoTime();

    private DeviceIdentity(PiPipeconf pipeconf, long p4DeviceId) {
        this.pipeconf = pipeconf;
        this.p4DeviceId = p4DeviceId;
    }

    /**
     * The identity of a device, at most a minute old.
     *
     * @param device the device
     * @param handler handler of one of its behaviours
     * @throws IllegalStateException if it has no pipeconf, or the network configuration does not
     *     tell its number
     */
    static DeviceIdentity of(DeviceId device, DriverHandler handler) {
        DeviceIdentity known = KNOWN.get(device);
        if (known == null || System.nanoTime() - known.readNs > VALID_NS) {
            PiPipeconf pipeconf =
                    handler.get(PiPipeconfService.class)
                            .getPipeconf(device)
                            .orElseThrow(
                                    () -> new IllegalStateException(device + ": not connected"));
            known = new DeviceIdentity(pipeconf, number(device, handler));
            KNOWN.put(device, known);
        }
        return known;
    }

    /** Has the identity looked up anew: the device did not understand what it was asked. */
    static void forget(DeviceId device) {
        KNOWN.remove(device);
    }

    /** Pipeconf that the device runs. */
    PiPipeconf pipeconf() {
        return pipeconf;
    }

    /** P4Runtime's number of the device. */
    long p4DeviceId() {
        return p4DeviceId;
    }

    private static long number(DeviceId device, DriverHandler handler) {
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
