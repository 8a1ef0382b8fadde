// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.onosproject.cfg.ComponentConfigService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets how often ONOS reads all tables, groups, meters and pipelines of all switches, so that the
 * reading costs about the same however many switches there are. Changes do not wait for it: they
 * are written, and confirmed, when they are made.
 *
 * <p>Example: with 2 switches everything is read every 5 s, with 20 every 60 s, with 80 every 240
 * s.
 */
final class PollRates {
    private static final int LEAST_PERIOD_S = 5;
    private static final int PERIOD_S_PER_SWITCH = 3;

    /** ONOS's own components and their settings, which component-cfg.json sets for the start. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "org.onosproject.net.flow.impl.FlowRuleManager", "fallbackFlowPollFrequency",
                    "org.onosproject.net.group.impl.GroupManager", "fallbackGroupPollFrequency",
                    "org.onosproject.net.meter.impl.MeterManager", "fallbackMeterPollFrequency",
                    "org.onosproject.net.pi.impl.PiPipeconfWatchdogManager", "probeInterval");

    private final Logger log = LoggerFactory.getLogger(getClass());
    private final ComponentConfigService configuration;
    private final ExecutorService executor;
    private int periodS = LEAST_PERIOD_S;

    /**
     * Creates the setter.
     *
     * @param configuration ONOS's settings of components
     * @param executor sets them, which takes its time
     */
    PollRates(ComponentConfigService configuration, ExecutorService executor) {
        this.configuration = configuration;
        this.executor = executor;
    }

    /** Adapts the periods to a number of switches. */
    synchronized void adapt(int switches) {
        int wanted = periodS(switches);
        if (wanted == periodS) {
            return;
        }
        periodS = wanted;
        executor.execute(() -> set(wanted));
    }

    /** Seconds between two readings of every switch. */
    static int periodS(int switches) {
        return Math.max(LEAST_PERIOD_S, PERIOD_S_PER_SWITCH * switches);
    }

    private void set(int seconds) {
        SETTINGS.forEach(
                (component, name) -> {
                    try {
                        configuration.setProperty(component, name, Integer.toString(seconds));
                    } catch (RuntimeException e) {
                        log.warn("{} {} not set: {}", component, name, e.getMessage());
                    }
                });
    }
}
