// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Address of a switch's BF Runtime server, with the ids of the device and of this client: {@code
 * grpc://HOST:PORT?device_id=N}, optionally with {@code &client_id=N}. Immutable.
 */
public final class BfRtAddress {
    /** Port that bf_switchd listens on unless told otherwise. */
    public static final int DEFAULT_PORT = 50052;

    /** Stands for a client id of its own for each session, where the address names none. */
    public static final int ANY_CLIENT_ID = 0;

    /** Largest client id: bf_switchd tells clients apart by 24 bits. */
    public static final int MAX_CLIENT_ID = 0xFFFFFF;

    private static final int MAX_DEVICE_ID = 255;

    private final String host;
    private final int port;
    private final int deviceId;
    private final int clientId;

    /** True if the client id is a certain one, not one by chance. */
    private final boolean isNamed;

    /**
     * An address.
     *
     * @param host name or IP address
     * @param port TCP port
     * @param deviceId the ASIC, as the driver numbers them; 0 where there is only one
     * @param clientId must be another than those of all other clients of the server; {@link
     *     #ANY_CLIENT_ID} for one by chance
     */
    public BfRtAddress(String host, int port, int deviceId, int clientId) {
        this(host, port, deviceId, clientId, clientId != ANY_CLIENT_ID);
    }

    private BfRtAddress(String host, int port, int deviceId, int clientId, boolean isNamed) {
        this.host = Objects.requireNonNull(host, "host");
        this.port = port;
        this.deviceId = deviceId;
        this.clientId = clientId;
        this.isNamed = isNamed;
    }

    /**
     * Reads an address.
     *
     * @param text the address
     * @return the address read
     * @throws IllegalArgumentException that names the part that is wrong, and what it must be
     */
    public static BfRtAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "must be grpc://HOST:PORT?device_id=N, was \"" + text + "\"", e);
        }
        if (!"grpc".equals(uri.getScheme())) {
            throw new IllegalArgumentException("must begin with grpc://, was \"" + text + "\"");
        }
        if (uri.getHost() == null || uri.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "must name a host, grpc://HOST:PORT?device_id=N, was \"" + text + "\"");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65535) {
            throw new IllegalArgumentException(
                    "port must be 1 to 65535, was " + uri.getPort() + " in \"" + text + "\"");
        }
        if (!(uri.getPath() == null || uri.getPath().isEmpty()) || uri.getFragment() != null) {
            throw new IllegalArgumentException(
                    "must end with the port or ?device_id=N, was \"" + text + "\"");
        }
        int deviceId = 0;
        int clientId = ANY_CLIENT_ID;
        String query = uri.getQuery() == null ? "" : uri.getQuery();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            String value = parts.length == 2 ? parts[1] : "";
            if (parts[0].equals("device_id")) {
                deviceId = number("device_id", value, 0, MAX_DEVICE_ID);
            } else if (parts[0].equals("client_id")) {
                clientId = number("client_id", value, 1, MAX_CLIENT_ID);
            } else {
                throw new IllegalArgumentException(
                        "knows device_id and client_id, not \"" + parts[0] + "\"");
            }
        }
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return new BfRtAddress(uri.getHost(), port, deviceId, clientId);
    }

    private static int number(String name, String text, int min, int max) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            value = -1;
        }
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    name + " must be " + min + " to " + max + ", was \"" + text + "\"");
        }
        return value;
    }

    /** Name or IP address; an IPv6 address stands in brackets. */
    public String host() {
        return host;
    }

    /** TCP port. */
    public int port() {
        return port;
    }

    /** The ASIC, as the driver numbers them. */
    public int deviceId() {
        return deviceId;
    }

    /** The client id to subscribe with, or {@link #ANY_CLIENT_ID}. */
    public int clientId() {
        return clientId;
    }

    /** The same address with any client id. */
    public BfRtAddress withAnyClientId() {
        return new BfRtAddress(host, port, deviceId, ANY_CLIENT_ID);
    }

    /** The same address with a client id by chance, which its text does not have. */
    BfRtAddress withClientIdByChance(int id) {
        return new BfRtAddress(host, port, deviceId, id, false);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof BfRtAddress)) {
            return false;
        }
        BfRtAddress that = (BfRtAddress) other;
        return host.equals(that.host)
                && Arrays.equals(
                        new int[] {port, deviceId, clientId},
                        new int[] {that.port, that.deviceId, that.clientId});
    }

    @Override
    public int hashCode() {
        return Objects.hash(host, port, deviceId, clientId);
    }

    /** {@code grpc://HOST:PORT?device_id=N}, with the client id if it is a certain one. */
    @Override
    public String toString() {
        String client = isNamed ? "&client_id=" + clientId : "";
        return "grpc://" + host + ":" + port + "?device_id=" + deviceId + client;
    }
}
