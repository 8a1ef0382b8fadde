// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleOperationsContext;
import org.onosproject.net.flow.FlowRuleService;

/** Writes flow rules and says when the switch has confirmed them. */
final class FlowWriter {

    /** Longest a switch may take to confirm, in s; a gone switch never answers. */
    private static final long TIMEOUT_S = 10;

    private final FlowRuleService service;

    FlowWriter(FlowRuleService service) {
        this.service = service;
    }

    /** Adds rules, or gives them a new action where a rule with the same match exists. */
    CompletableFuture<Void> add(Collection<FlowRule> rules) {
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        rules.forEach(operations::add);
        return submit(operations, rules.size());
    }

    /** Removes rules. */
    CompletableFuture<Void> remove(Collection<FlowRule> rules) {
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        rules.forEach(operations::remove);
        return submit(operations, rules.size());
    }

    private CompletableFuture<Void> submit(FlowRuleOperations.Builder operations, int count) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (count == 0) {
            done.complete(null);
            return done;
        }
        service.apply(
                operations.build(
                        new FlowRuleOperationsContext() {
                            @Override
                            public void onSuccess(FlowRuleOperations confirmed) {
                                done.complete(null);
                            }

                            @Override
                            public void onError(FlowRuleOperations failed) {
                                done.completeExceptionally(new RuleWriteException(failed));
                            }
                        }));
        return done.orTimeout(TIMEOUT_S, TimeUnit.SECONDS);
    }
}
