// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.net.URI;
import java.net.URISyntaxException;
import org.onosproject.net.config.basics.BasicDeviceConfig;
import org.onosproject.net.pi.model.PiPipeconfId;

/** Address, pipeconf and driver of a device, as netcfg has them, checked. */
final class ManagementAddress {

    private static final String DEVICE_ID = "device_id=";

    private final URI uri;
    private final long p4DeviceId;
    private final String driver;
    private final PiPipeconfId pipeconf;

    private ManagementAddress(URI uri, long p4DeviceId, String driver, PiPipeconfId pipeconf) {
        this.uri = uri;
        this.p4DeviceId = p4DeviceId;
        this.driver = driver;
        this.pipeconf = pipeconf;
    }

    /**
     * Whether the device is for this provider.
     *
     * @param config the device's basic configuration, or null
     * @return true if it names a pipeconf or a gRPC address
     */
    static boolean concerns(BasicDeviceConfig config) {
        return config != null && (config.pipeconf() != null || isGrpc(config.managementAddress()));
    }

    private static boolean isGrpc(String address) {
        return address != null && address.matches("grpcs?:.*");
    }

    /**
     * Reads the configuration of a device of this provider.
     *
     * @param config the device's basic configuration
     * @return the address, the pipeconf and the driver
     * @throws IllegalArgumentException naming the field and the rule it breaks
     */
    static ManagementAddress of(BasicDeviceConfig config) {
        String field = "devices/" + config.subject() + "/basic/";
        String address = config.managementAddress();
        if (address == null) {
            throw new IllegalArgumentException(field + "managementAddress: missing");
        }
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    field + "managementAddress: not an address: " + e.getMessage(), e);
        }
        if (!isGrpc(address) || uri.getHost() == null || uri.getPort() <= 0) {
            throw new IllegalArgumentException(
                    field
                            + "managementAddress: must be grpc://HOST:PORT?device_id=N, is "
                            + address);
        }
        if (config.driver() == null) {
            throw new IllegalArgumentException(field + "driver: missing");
        }
        if (config.pipeconf() == null) {
            throw new IllegalArgumentException(field + "pipeconf: missing");
        }
        return new ManagementAddress(
                uri,
                deviceNumber(uri, field),
                config.driver(),
                new PiPipeconfId(config.pipeconf()));
    }

    private static long deviceNumber(URI uri, String field) {
        String query = uri.getQuery() == null ? "" : uri.getQuery();
        for (String parameter : query.split("&")) {
            if (parameter.startsWith(DEVICE_ID)) {
                try {
                    return Long.parseUnsignedLong(parameter.substring(DEVICE_ID.length()));
                } catch (NumberFormatException e) {
                    break;
                }
            }
        }
        throw new IllegalArgumentException(
                field + "managementAddress: needs ?device_id=N, P4Runtime's number of the device");
    }

    /** The address as netcfg has it, by which the drivers find the channel. */
    URI uri() {
        return uri;
    }

    long p4DeviceId() {
        return p4DeviceId;
    }

    String driver() {
        return driver;
    }

    PiPipeconfId pipeconf() {
        return pipeconf;
    }
}
