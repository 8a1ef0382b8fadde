// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
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
        this(rules, message(rules));
    }

    private RuleWriteException(Set<FlowRule> rules, String message) {
        super(message);
        this.rules = Collections.unmodifiableSet(rules);
    }

    /**
     * The rules that the switch did not take.
     *
     * @return the rules, which cannot be changed; empty if ONOS does not say all of them
     */
    Set<FlowRule> rules() {
        return rules;
    }

    /** The refusal of the rules of both; which these are is unknown if it is so of one. */
    RuleWriteException with(RuleWriteException later) {
        if (rules.isEmpty() && later.rules.isEmpty()) {
            return this;
        }
        if (rules.isEmpty() || later.rules.isEmpty()) {
            RuleWriteException known = rules.isEmpty() ? later : this;
            return new RuleWriteException(Set.of(), known.getMessage() + ", and others");
        }
        Set<FlowRule> all = new LinkedHashSet<>(rules);
        all.addAll(later.rules);
        return new RuleWriteException(all);
    }

    /**
     * A failure that tells this refusal too.
     *
     * @param failure cause for which rules after the refused ones were not written
     */
    RuntimeException followedBy(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause instanceof TimeoutException ? "no answer in time" : cause.toString();
        RuntimeException both =
                new IllegalStateException(getMessage() + "; after that: " + text, cause);
        both.addSuppressed(this);
        return both;
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
