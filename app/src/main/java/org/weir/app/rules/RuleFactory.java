// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.Objects;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.TrafficSelector;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.PiCriterion;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;

/**
 * Makes flow rules of the application. A rule's identity in ONOS is its device, table, match and
 * priority; the same input therefore always gives the same rule, also after a restart.
 */
public final class RuleFactory {

    /** Priority of rules in tables that have none (exact and longest-prefix matches). */
    public static final int NO_PRIORITY = 0;

    private final ApplicationId appId;

    /**
     * A factory.
     *
     * @param appId application the rules belong to
     */
    public RuleFactory(ApplicationId appId) {
        this.appId = Objects.requireNonNull(appId);
    }

    /**
     * Makes a rule.
     *
     * @param device switch
     * @param table table of the P4 program
     * @param match at least one field: ONOS takes a rule that matches everything for the table's
     *     default entry
     * @param priority 0..65535, higher first
     * @param action action of the table
     * @return the rule
     */
    FlowRule rule(
            DeviceId device, PiTableId table, PiCriterion match, int priority, PiAction action) {
        return rule(device, table, selector(match), priority, treatment(action));
    }

    /**
     * Makes a rule of parts that rules of other switches have, too: they take memory once.
     *
     * @param device switch
     * @param table table of the P4 program
     * @param match as {@link #selector} makes it
     * @param priority 0..65535, higher first
     * @param action as {@link #treatment} makes it
     * @return the rule
     */
    FlowRule rule(
            DeviceId device,
            PiTableId table,
            TrafficSelector match,
            int priority,
            TrafficTreatment action) {
        return DefaultFlowRule.builder()
                .forDevice(device)
                .forTable(table)
                .withSelector(match)
                .withPriority(priority)
                .withTreatment(action)
                .fromApp(appId)
                .makePermanent()
                .build();
    }

    static TrafficSelector selector(PiCriterion match) {
        return DefaultTrafficSelector.builder().matchPi(match).build();
    }

    static TrafficTreatment treatment(PiAction action) {
        return DefaultTrafficTreatment.builder().piTableAction(action).build();
    }

    /**
     * An action with one parameter.
     *
     * @param action action
     * @param param its parameter
     * @param value value that fits the parameter's width
     * @return the action
     */
    static PiAction action(PiActionId action, PiActionParamId param, long value) {
        return PiAction.builder()
                .withId(action)
                .withParameter(new PiActionParam(param, value))
                .build();
    }
}
