// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.onlab.util.ItemNotFoundException;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.DefaultDeviceDescription;
import org.onosproject.net.device.DeviceDescription;
import org.onosproject.net.device.DeviceDescriptionDiscovery;
import org.onosproject.net.device.DeviceHandshaker;
import org.onosproject.net.driver.Behaviour;
import org.onosproject.net.driver.DefaultDriverData;
import org.onosproject.net.driver.DefaultDriverHandler;
import org.onosproject.net.driver.Driver;
import org.onosproject.p4runtime.api.P4RuntimeClient;

/** The driver of one switch, which ONOS finds by the switch's pipeconf, and its behaviours. */
final class SwitchDriver {

    private static final long ANSWER_TIMEOUT_SECONDS = 15;

    /** Annotation of a device that cannot be reached: why. */
    private static final String UNREACHABLE = "unreachable";

    private final DeviceId deviceId;
    private final SwitchServices services;

    SwitchDriver(DeviceId deviceId, SwitchServices services) {
        this.deviceId = deviceId;
        this.services = services;
    }

    /** The driver; empty before a pipeconf is bound. */
    Optional<Driver> find() {
        try {
            return Optional.of(services.drivers.getDriver(deviceId));
        } catch (ItemNotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * A behaviour of the driver.
     *
     * @throws ItemNotFoundException if there is no driver
     */
    <B extends Behaviour> B behaviour(Class<B> type) {
        Driver driver = services.drivers.getDriver(deviceId);
        return driver.createBehaviour(
                new DefaultDriverHandler(new DefaultDriverData(driver, deviceId)), type);
    }

    /** The behaviour that connects to the switch and holds its mastership. */
    DeviceHandshaker handshaker() {
        return behaviour(DeviceHandshaker.class);
    }

    /** The behaviour that describes the switch and its ports. */
    DeviceDescriptionDiscovery descriptions() {
        return behaviour(DeviceDescriptionDiscovery.class);
    }

    /** Closes the connection, if there is a driver. */
    void disconnect() {
        find().ifPresent(
                        driver -> {
                            DeviceHandshaker handshaker = handshaker();
                            handshaker.removeDeviceAgentListener(services.providerId);
                            handshaker.disconnect();
                        });
    }

    /**
     * The switch as ONOS lists it.
     *
     * @param available true if it can be used
     * @param problem reason for which it cannot be reached; empty if it can
     */
    DeviceDescription description(boolean available, String problem) {
        DeviceDescription found = descriptions().discoverDeviceDetails();
        DefaultAnnotations.Builder annotations =
                DefaultAnnotations.builder().putAll(found.annotations());
        if (problem.isEmpty()) {
            annotations.remove(UNREACHABLE);
        } else {
            annotations.set(UNREACHABLE, problem);
        }
        return new DefaultDeviceDescription(found, available, annotations.build());
    }

    /** True if the switch is available in ONOS and answers a request of its P4Runtime service. */
    boolean answers() {
        P4RuntimeClient client = services.clients.get(deviceId);
        return client != null
                && services.devices.isAvailable(deviceId)
                && answer(client.probeService());
    }

    /** Waits for a switch's answer; no answer within 15 s is false. */
    static boolean answer(CompletableFuture<Boolean> future) {
        try {
            return future.get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
