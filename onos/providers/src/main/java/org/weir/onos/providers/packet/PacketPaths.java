// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.packet;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.NetworkConfigService;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.net.pi.service.PiPipeconfService;

/**
 * Pipeconf of each device, with the interpreter of its packet headers and P4Runtime's number of it,
 * as needed to exchange packets. Looked up once per device, since each look-up goes through ONOS's
 * driver framework and costs more than all else that is done with a packet.
 */
final class PacketPaths {
    private static final Pattern P4_DEVICE_ID = Pattern.compile("(?:^|&)device_id=(\\d{1,20})");

    private final PiPipeconfService pipeconfs;
    private final NetworkConfigService netcfg;
    private final Map<DeviceId, PacketPath> paths = new ConcurrentHashMap<>();

    PacketPaths(PiPipeconfService pipeconfs, NetworkConfigService netcfg) {
        this.pipeconfs = pipeconfs;
        this.netcfg = netcfg;
    }

    /** Reader and writer of one device's packets. */
    static final class PacketPath {
        final PiPipeconf pipeconf;
        final PiPipelineInterpreter interpreter;

        /** P4Runtime's number of the device. */
        final long p4DeviceId;

        PacketPath(PiPipeconf pipeconf, PiPipelineInterpreter interpreter, long p4DeviceId) {
            this.pipeconf = pipeconf;
            this.interpreter = interpreter;
            this.p4DeviceId = p4DeviceId;
        }
    }

    /** The path of a device; empty if it has no pipeconf, interpreter or P4Runtime address. */
    Optional<PacketPath> of(Device device) {
        PacketPath known = paths.get(device.id());
        if (known != null) {
            return Optional.of(known);
        }
        Optional<PiPipeconf> pipeconf = pipeconfs.getPipeconf(device.id());
        Optional<Long> number = p4DeviceId(device.id());
        if (pipeconf.isEmpty() || number.isEmpty() || !device.is(PiPipelineInterpreter.class)) {
            return Optional.empty();
        }
        PacketPath path =
                new PacketPath(
                        pipeconf.get(), device.as(PiPipelineInterpreter.class), number.get());
        paths.put(device.id(), path);
        return Optional.of(path);
    }

    /** Has a device looked up again: its configuration or pipeconf may have changed. */
    void forget(DeviceId device) {
        paths.remove(device);
    }

    private Optional<Long> p4DeviceId(DeviceId device) {
        BasicDeviceConfig config = netcfg.getConfig(device, BasicDeviceConfig.class);
        String address = config == null ? null : config.managementAddress();
        if (address == null) {
            return Optional.empty();
        }
        String query = URI.create(address).getQuery();
        Matcher number = P4_DEVICE_ID.matcher(query == null ? "" : query);
        return number.find()
                ? Optional.of(Long.parseUnsignedLong(number.group(1)))
                : Optional.empty();
    }
}
