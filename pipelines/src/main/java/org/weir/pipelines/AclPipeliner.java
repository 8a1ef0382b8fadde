// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.List;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.behaviour.NextGroup;
import org.onosproject.net.behaviour.Pipeliner;
import org.onosproject.net.behaviour.PipelinerContext;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleOperationsContext;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flowobjective.FilteringObjective;
import org.onosproject.net.flowobjective.ForwardingObjective;
import org.onosproject.net.flowobjective.NextObjective;
import org.onosproject.net.flowobjective.Objective;
import org.onosproject.net.flowobjective.ObjectiveError;

/**
 * Puts forwarding objectives into the access list, where packets are matched first. That serves
 * what ONOS's own applications ask for: LLDP, ARP and the like to the controller, a drop, or an
 * output. Objectives that need more (filters, next objectives) are refused as unsupported.
 */
public final class AclPipeliner extends AbstractHandlerBehaviour implements Pipeliner {

    private DeviceId device;
    private FlowRuleService flowRules;

    @Override
    public void init(DeviceId deviceId, PipelinerContext context) {
        device = deviceId;
        flowRules = context.directory().get(FlowRuleService.class);
    }

    @Override
    public void forward(ForwardingObjective objective) {
        if (objective.treatment() == null || !understood(objective)) {
            refuse(objective);
            return;
        }
        FlowRule rule = rule(objective);
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        switch (objective.op()) {
            case ADD:
            case MODIFY:
                operations.add(rule);
                break;
            case REMOVE:
                operations.remove(rule);
                break;
            default:
                refuse(objective);
                return;
        }
        flowRules.apply(
                operations.build(
                        new FlowRuleOperationsContext() {
                            @Override
                            public void onSuccess(FlowRuleOperations done) {
                                objective.context().ifPresent(c -> c.onSuccess(objective));
                            }

                            @Override
                            public void onError(FlowRuleOperations failed) {
                                objective
                                        .context()
                                        .ifPresent(
                                                c ->
                                                        c.onError(
                                                                objective,
                                                                ObjectiveError
                                                                        .FLOWINSTALLATIONFAILED));
                            }
                        }));
    }

    @Override
    public void filter(FilteringObjective objective) {
        refuse(objective);
    }

    @Override
    public void next(NextObjective objective) {
        refuse(objective);
    }

    @Override
    public void purgeAll(ApplicationId appId) {
        flowRules.purgeFlowRules(device, appId);
    }

    @Override
    public List<String> getNextMappings(NextGroup nextGroup) {
        return List.of();
    }

    private FlowRule rule(ForwardingObjective objective) {
        // Only the instructions: "clear deferred", which a punt carries, means nothing here.
        TrafficTreatment.Builder treatment = DefaultTrafficTreatment.builder();
        objective.treatment().allInstructions().forEach(treatment::add);
        FlowRule.Builder rule =
                DefaultFlowRule.builder()
                        .forDevice(device)
                        .forTable(P4Names.TABLE_ACL)
                        .withSelector(objective.selector())
                        .withTreatment(treatment.build())
                        .withPriority(objective.priority())
                        .fromApp(objective.appId());
        if (objective.permanent()) {
            rule.makePermanent();
        } else {
            rule.makeTemporary(objective.timeout());
        }
        return rule.build();
    }

    private boolean understood(ForwardingObjective objective) {
        return objective.selector().criteria().stream()
                .allMatch(
                        criterion ->
                                criterion.type() == Criterion.Type.PROTOCOL_INDEPENDENT
                                        || WeirInterpreter.field(criterion.type()).isPresent());
    }

    private static void refuse(Objective objective) {
        objective.context().ifPresent(c -> c.onError(objective, ObjectiveError.UNSUPPORTED));
    }
}
