// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

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
        super(message(failed));
        rules =
                failed.stages().stream()
                        .flatMap(stage -> stage.stream().map(FlowRuleOperation::rule))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** The rules that the switch did not take; empty if ONOS does not say which. */
    Set<FlowRule> rules() {
        return rules;
    }

    private static String message(FlowRuleOperations failed) {
        long count = failed.stages().stream().mapToLong(stage -> stage.size()).sum();
        return failed.stages().stream()
                .flatMap(stage -> stage.stream())
                .findFirst()
                .map(operation -> describe(operation.rule(), count))
                .orElse("the switch refused an update");
    }

    private static String describe(FlowRule rule, long count) {
        return rule.deviceId()
                + ": "
                + count
                + " rule(s) not confirmed, first in table "
                + rule.table()
                + ": "
                + rule.selector().criteria();
    }
}
