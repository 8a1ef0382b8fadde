// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.control.PortSpec;
import org.weir.control.loop.Backoff;

/**
 * Sets the interval at which switches report the queues of controlled ports: the policy's interval,
 * or a longer one where the controller could not read the reports of all queues together. Each
 * report has the greatest depth since the last one, so a longer interval hides no burst.
 */
final class ReportInterval {

    /** Reports that the controller reads in a second, at 0.1 ms of processor time each. */
    static final long REPORTS_PER_SECOND = 600;

    private static final long US_PER_SECOND = 1_000_000;

    /** First pause between writes that a switch refuses, ns. */
    private static final long FIRST_PAUSE_NS = 1_000_000_000;

    private static final long LONGEST_PAUSE_NS = 60_000_000_000L;
    private static final String SECTION = "reporting";
    private static final String REPORTING_REFUSED = AlertType.REPORTING_REFUSED.word();

    private final RuleBook rules;
    private final SettingsRules make;
    private final AlertBoard alerts;

    private final LongSupplier clockNs;

    /** The writes to switches with ports under control; only rounds change the map. */
    private final Map<String, Write> writes = new ConcurrentHashMap<>();

    /** An interval, and the ports of a switch that shall report at it. */
    private static final class Wanted {
        final long intervalUs;
        final Set<Long> ports = new TreeSet<>();

        Wanted(long intervalUs) {
            this.intervalUs = intervalUs;
        }

        boolean isSame(Wanted other) {
            return other != null && intervalUs == other.intervalUs && ports.equals(other.ports);
        }
    }

    /** The last write of an interval to a switch; guarded by itself. */
    private static final class Write {
        private final Backoff backoff = new Backoff(FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        private Wanted wanted;
        private boolean isOpen;
        private boolean isConfirmed;

        /** True if the switch has no ports under control any more. */
        private boolean isForgotten;

        /** True if an interval has to be written; the write is open then. */
        synchronized boolean begin(Wanted next, long nowNs) {
            if (isOpen) {
                return false;
            }
            if (!next.isSame(wanted)) {
                backoff.reset();
            } else if (isConfirmed || !backoff.isDue(nowNs)) {
                return false;
            }
            wanted = next;
            isOpen = true;
            return true;
        }
    }

    ReportInterval(RuleBook rules, SettingsRules make, AlertBoard alerts, LongSupplier clockNs) {
        this.rules = rules;
        this.make = make;
        this.alerts = alerts;
        this.clockNs = clockNs;
    }

    /**
     * The interval for a number of queues: the policy's, doubled until the reports of all queues
     * are few enough. In doublings, so that a port that comes or goes seldom changes it.
     *
     * <p>Example: 50 ms for 21 queues, 400 ms for 240, 3.2 s for 1920.
     *
     * @param policyUs the policy's interval, µs
     */
    static long intervalUs(long policyUs, long queues) {
        long intervalUs = policyUs;
        while (intervalUs * REPORTS_PER_SECOND < queues * US_PER_SECOND) {
            intervalUs *= 2;
        }
        return intervalUs;
    }

    /**
     * Installs the interval where it differs. One write to a switch is under way at a time; those
     * that it refuses follow each other more and more rarely.
     *
     * @param policyUs the policy's interval, µs
     */
    void install(List<PortSpec> ports, long policyUs) {
        long queues = ports.stream().mapToLong(port -> port.classes().size()).sum();
        long intervalUs = intervalUs(policyUs, queues);
        Map<String, Wanted> byDevice = new TreeMap<>();
        for (PortSpec port : ports) {
            byDevice.computeIfAbsent(port.id().device(), ignored -> new Wanted(intervalUs))
                    .ports
                    .add(port.id().port());
        }
        writes.keySet().stream()
                .filter(device -> !byDevice.containsKey(device))
                .forEach(this::forget);
        byDevice.forEach(this::install);
    }

    /** The end of the last write says nothing any more. */
    private void forget(String device) {
        Write write = writes.remove(device);
        synchronized (write) {
            write.isForgotten = true;
        }
        alerts.clear(REPORTING_REFUSED, device);
    }

    private void install(String name, Wanted wanted) {
        Write write = writes.computeIfAbsent(name, none -> new Write());
        long nowNs = clockNs.getAsLong();
        if (!write.begin(wanted, nowNs)) {
            return;
        }
        DeviceId device = DeviceId.deviceId(name);
        List<FlowRule> wantedRules = new ArrayList<>();
        wanted.ports.forEach(
                port -> wantedRules.add(make.reporting(device, port, wanted.intervalUs)));
        rules.replace(device, SECTION, wantedRules)
                .whenComplete((done, error) -> end(name, write, nowNs, error));
    }

    private void end(String device, Write write, long beganNs, Throwable error) {
        synchronized (write) {
            write.isOpen = false;
            write.isConfirmed = error == null;
            if (error == null) {
                write.backoff.reset();
                alerts.clear(REPORTING_REFUSED, device);
            } else {
                write.backoff.failed(beganNs);
                if (!write.isForgotten) {
                    alerts.raise(REPORTING_REFUSED, device, error);
                }
            }
        }
    }
}
