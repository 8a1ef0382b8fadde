// SPDX-License-Identifier: Apache-2.0
package org.weir.app.scheduling;

import java.util.Optional;
import java.util.Set;
import org.onosproject.net.DeviceId;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.basics.SubjectFactories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.control.policy.PolicyException;
import org.weir.control.scheduler.SchedulerAccess;

/** Addresses of the switches' schedulers, from the network configuration. */
public final class DeviceAccess {

    private static final Logger LOG = LoggerFactory.getLogger(DeviceAccess.class);

    private final NetworkConfigRegistry registry;
    private final ConfigFactory<DeviceId, DeviceAccessConfig> factory =
            new ConfigFactory<>(
                    SubjectFactories.DEVICE_SUBJECT_FACTORY,
                    DeviceAccessConfig.class,
                    DeviceAccessConfig.KEY) {
                @Override
                public DeviceAccessConfig createConfig() {
                    return new DeviceAccessConfig();
                }
            };

    /**
     * A reader.
     *
     * @param registry network configuration
     */
    public DeviceAccess(NetworkConfigRegistry registry) {
        this.registry = registry;
    }

    /** Lets the network configuration take, and check, what stands under a device. */
    public void start() {
        registry.registerConfigFactory(factory);
    }

    /** The opposite. */
    public void stop() {
        registry.unregisterConfigFactory(factory);
    }

    /**
     * Returns the address of a switch's scheduler.
     *
     * @param device the switch
     * @return empty if that is not configured
     */
    public Optional<SchedulerAccess> access(DeviceId device) {
        DeviceAccessConfig config = registry.getConfig(device, DeviceAccessConfig.class);
        if (config == null) {
            return Optional.empty();
        }
        try {
            return config.access();
        } catch (PolicyException e) {
            LOG.error("not used: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * The port that leads to a switch's CPU.
     *
     * @param device the switch
     * @return empty if it is that of its platform
     */
    public Optional<Integer> cpuPort(DeviceId device) {
        DeviceAccessConfig config = registry.getConfig(device, DeviceAccessConfig.class);
        try {
            return config == null ? Optional.empty() : config.cpuPort();
        } catch (PolicyException e) {
            LOG.error("not used: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * The ports of a switch that get virtual queues.
     *
     * @param device the switch
     * @return their numbers in P4Runtime
     */
    public Set<Long> virtualQueues(DeviceId device) {
        DeviceAccessConfig config = registry.getConfig(device, DeviceAccessConfig.class);
        try {
            return config == null ? Set.of() : config.virtualQueues();
        } catch (PolicyException e) {
            LOG.error("not used: {}", e.getMessage());
            return Set.of();
        }
    }
}
