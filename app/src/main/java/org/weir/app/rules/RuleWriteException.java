// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperation;
import org.onosproject.net.flow.FlowRuleOperations;

/** A switch did not take some rules. The message names the first of them. */
public final class RuleWriteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Set<FlowRule> rules;

    RuleWriteException(FlowRuleOperations failed) {
        this(rules(failed));
    }

    private static Set<FlowRule> rules(FlowRuleOperations failed) {
        return failed.stages().stream()
                .flatMap(stage -> stage.stream().map(FlowRuleOperation::rule))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private RuleWriteException(Set<FlowRule> rules) {
        super(message(rules));
        this.rules = rules;
    }

    /** The rules that the switch did not take; empty if ONOS does not say which. */
    Set<FlowRule> rules() {
        return rules;
    }

    /** Of the rules of both. */
    RuleWriteException with(RuleWriteException later) {
        Set<FlowRule> all = new LinkedHashSet<>(rules);
        all.addAll(later.rules);
        return new RuleWriteException(all);
    }

    private static String message(Set<FlowRule> rules) {
        return rules.stream()
                .findFirst()
                .map(rule -> describe(rule, rules.size()))
                .orElse("the switch refused an update");
    }

    private static String describe(FlowRule rule, int count) {
        return rule.deviceId()
                + ": "
                + count
                + " rule(s) not confirmed, first in table "
                + rule.table()
                + ": "
                + rule.selector().criteria();
    }
}
