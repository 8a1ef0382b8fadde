// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.weir.onos.device.SwitchDriver.answer;

import java.util.Optional;
import java.util.function.Consumer;
import org.onosproject.net.DeviceId;
import org.onosproject.net.behaviour.PiPipelineProgrammable;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.net.pi.model.PiPipeconfId;
import org.onosproject.net.pi.service.PiPipeconfWatchdogService.PipelineStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pipeconf of one switch: bound to it in ONOS, and set on it by ONOS's watchdog. */
final class SwitchPipeline {

    private static final long ASK_AGAIN_MS = 5_000;

    private final Logger log = LoggerFactory.getLogger(getClass());

    private final DeviceId deviceId;
    private final SwitchServices services;
    private final SwitchDriver driver;
    private final Consumer<String> complaints;
    private final Interval sinceAsked;

    /**
     * The pipeconf of a switch.
     *
     * @param complaints takes the reason why it cannot be bound
     */
    SwitchPipeline(
            DeviceId deviceId,
            SwitchServices services,
            SwitchDriver driver,
            Consumer<String> complaints) {
        this.deviceId = deviceId;
        this.services = services;
        this.driver = driver;
        this.complaints = complaints;
        sinceAsked = new Interval(services.clockNs);
    }

    /**
     * Binds the pipeconf, which may be registered and whose driver may be loaded later.
     *
     * @return true if it is bound and its driver is there
     */
    boolean bind(ManagementAddress address) {
        if (services.pipeconfs.getPipeconf(address.pipeconf()).isEmpty()) {
            complaints.accept(
                    "waiting for pipeconf " + address.pipeconf() + ", which is not registered");
            return false;
        }
        Optional<PiPipeconfId> bound =
                services.pipeconfs
                        .ofDevice(deviceId)
                        .filter(one -> !one.equals(address.pipeconf()));
        if (bound.isPresent() && services.devices.isAvailable(deviceId)) {
            complaints.accept(
                    "is bound to pipeconf "
                            + bound.get()
                            + " already: remove the device to bind "
                            + address.pipeconf());
            return false;
        }
        if (bound.isPresent()) {
            // Never ran it: netcfg was wrong and has been put right.
            log.info("{}: {} instead of pipeconf {}", deviceId, address.pipeconf(), bound.get());
            driver.disconnect();
            services.bindings.removeBinding(deviceId);
        }
        if (services.pipeconfs.getMergedDriver(deviceId, address.pipeconf()) == null) {
            complaints.accept("waiting for driver " + address.driver() + ", which is not loaded");
            return false;
        }
        services.pipeconfs.bindToDevice(address.pipeconf(), deviceId);
        return driver.find().isPresent();
    }

    /** The pipeconf itself, which is registered once {@link #bind} was true. */
    PiPipeconf pipeconf(ManagementAddress address) {
        return services.pipeconfs.getPipeconf(address.pipeconf()).orElseThrow();
    }

    /** True if the switch runs the pipeconf's program. */
    boolean isReady(ManagementAddress address) {
        PiPipeconf pipeconf = pipeconf(address);
        return services.watchdog.getStatus(deviceId) == PipelineStatus.READY
                && answer(driver.behaviour(PiPipelineProgrammable.class).isPipeconfSet(pipeconf));
    }

    /** Asks for the program. Each time asked the watchdog starts anew, and to set it takes long. */
    void ask() {
        if (sinceAsked.hasPassed(ASK_AGAIN_MS)) {
            sinceAsked.begin();
            services.watchdog.triggerProbe(deviceId);
        }
    }

    /** Lets the next {@link #ask} ask at once. */
    void reset() {
        sinceAsked.end();
    }
}
