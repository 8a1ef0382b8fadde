// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleServiceAdapter;

/** Flow rules of a switch that answers at once. */
public class HeldRules extends FlowRuleServiceAdapter {

    private final Map<FlowRule, FlowRule> held = new HashMap<>();
    private boolean refuse;
    private Predicate<FlowRule> refused = rule -> false;

    /** Makes the switch refuse all rules from now on, or accept them again. */
    public void refuse(boolean refused) {
        refuse = refused;
    }

    /** Makes the switch refuse some of the rules to add from now on, and accept all others. */
    public void refuse(Predicate<FlowRule> some) {
        refused = some;
    }

    /** All rules. */
    public Set<FlowRule> all() {
        return held.keySet();
    }

    /** Instructions of the rules of a table. */
    public List<String> of(String table) {
        return held.values().stream()
                .filter(rule -> rule.table().toString().equals(table))
                .map(rule -> rule.treatment().allInstructions().toString())
                .collect(Collectors.toList());
    }

    @Override
    public void apply(FlowRuleOperations operations) {
        if (refuse) {
            operations.callback().onError(operations);
            return;
        }
        FlowRuleOperations.Builder failed = FlowRuleOperations.builder();
        boolean hasFailed = false;
        for (Set<FlowRuleOperation> stage : operations.stages()) {
            for (FlowRuleOperation operation : stage) {
                if (operation.type() == FlowRuleOperation.Type.ADD
                        && refused.test(operation.rule())) {
                    failed.add(operation.rule());
                    hasFailed = true;
                    continue;
                }
                held.remove(operation.rule());
                if (operation.type() == FlowRuleOperation.Type.ADD) {
                    held.put(operation.rule(), operation.rule());
                }
            }
        }
        if (hasFailed) {
            operations.callback().onError(failed.build());
        } else {
            operations.callback().onSuccess(operations);
        }
    }
}
