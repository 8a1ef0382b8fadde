// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.control.PortSpec;

/**
 * Sets the interval at which switches report the queues of controlled ports: the policy's interval,
 * or a longer one where the controller could not read the reports of all queues together. Each
 * report has the greatest depth since the last one, so a longer interval hides no burst.
 */
final class ReportInterval {

    /** Reports that the controller reads in a second, at 0.1 ms of processor time each. */
    static final long REPORTS_PER_SECOND = 600;

    private static final long US_PER_SECOND = 1_000_000;
    private static final String SECTION = "reporting";
    private static final String REPORTING_REFUSED = AlertType.REPORTING_REFUSED.word();

    private final RuleBook rules;
    private final SettingsRules make;
    private final AlertBoard alerts;

    /** Confirmed intervals, by switch. */
    private final Map<String, Wanted> confirmed = new ConcurrentHashMap<>();

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

    ReportInterval(RuleBook rules, SettingsRules make, AlertBoard alerts) {
        this.rules = rules;
        this.make = make;
        this.alerts = alerts;
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
     * Installs the interval where it differs.
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
        confirmed.keySet().retainAll(byDevice.keySet());
        byDevice.forEach(this::install);
    }

    private void install(String name, Wanted wanted) {
        if (wanted.isSame(confirmed.get(name))) {
            return;
        }
        DeviceId device = DeviceId.deviceId(name);
        List<FlowRule> wantedRules = new ArrayList<>();
        wanted.ports.forEach(
                port -> wantedRules.add(make.reporting(device, port, wanted.intervalUs)));
        rules.replace(device, SECTION, wantedRules)
                .whenComplete((done, error) -> confirm(name, wanted, error));
    }

    private void confirm(String device, Wanted wanted, Throwable error) {
        if (error == null) {
            confirmed.put(device, wanted);
            alerts.clear(REPORTING_REFUSED, device);
        } else {
            confirmed.remove(device);
            alerts.raise(REPORTING_REFUSED, device, error);
        }
    }
}
