// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.problems.ProblemBoard;
import org.weir.app.rules.RuleBook;
import org.weir.app.rules.SettingsRules;
import org.weir.control.PortId;
import org.weir.control.PortSpec;

/** Tells switches how often the queues of controlled ports shall report. */
final class ReportInterval {

    private static final String SECTION = "reporting";
    private static final String REPORTING_REFUSED = "reporting-refused";

    private final RuleBook rules;
    private final SettingsRules make;
    private final ProblemBoard problems;

    ReportInterval(RuleBook rules, SettingsRules make, ProblemBoard problems) {
        this.rules = rules;
        this.make = make;
        this.problems = problems;
    }

    /** Installs the interval, in µs, where it differs. */
    void install(List<PortSpec> ports, long intervalUs) {
        Map<String, List<FlowRule>> byDevice = new TreeMap<>();
        for (PortSpec port : ports) {
            PortId id = port.id();
            byDevice.computeIfAbsent(id.device(), ignored -> new ArrayList<>())
                    .add(make.reporting(DeviceId.deviceId(id.device()), id.port(), intervalUs));
        }
        byDevice.forEach(
                (device, wanted) ->
                        rules.replace(DeviceId.deviceId(device), SECTION, wanted)
                                .whenComplete((done, error) -> confirm(device, error)));
    }

    private void confirm(String device, Throwable error) {
        if (error == null) {
            problems.clear(REPORTING_REFUSED, device);
        } else {
            problems.raise(REPORTING_REFUSED, device, error);
        }
    }
}
