// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleOperations;
import org.onosproject.net.flow.FlowRuleOperationsContext;
import org.onosproject.net.flow.FlowRuleService;

/**
 * Writes flow rules and says when the switch has confirmed them. Many rules are written in parts,
 * one after the other: a message to a switch has a greatest length, and how long a switch may take
 * to confirm must not depend on how many rules there are. A part that the switch refuses does not
 * hold up those after it; a switch that does not answer gets no more.
 */
final class FlowWriter {

    /** Most rules that are written at once. */
    static final int PART_RULES = 500;

    /** Longest a switch may take to confirm a part, ms; a gone switch never answers. */
    private static final long LIMIT_MS = 20_000;

    private final FlowRuleService service;
    private final long limitMs;

    FlowWriter(FlowRuleService service) {
        this(service, LIMIT_MS);
    }

    /**
     * A writer to switches that have another time to answer.
     *
     * @param limitMs longest time that a switch may take to confirm a part, ms
     */
    FlowWriter(FlowRuleService service, long limitMs) {
        this.service = service;
        this.limitMs = limitMs;
    }

    /**
     * Adds rules, or gives them a new action where a rule with the same match exists.
     *
     * @param confirmed is given what the switch has confirmed of each part
     */
    CompletableFuture<Void> add(Collection<FlowRule> rules, Consumer<List<FlowRule>> confirmed) {
        return write(List.copyOf(rules), 0, FlowRuleOperations.Builder::add, confirmed, null);
    }

    /**
     * Removes rules.
     *
     * @param confirmed is given what the switch has confirmed of each part
     */
    CompletableFuture<Void> remove(Collection<FlowRule> rules, Consumer<List<FlowRule>> confirmed) {
        return write(List.copyOf(rules), 0, FlowRuleOperations.Builder::remove, confirmed, null);
    }

    /**
     * Writes the rules from a place on.
     *
     * @param before the refusal of rules before this place; null without one
     */
    private CompletableFuture<Void> write(
            List<FlowRule> rules,
            int from,
            BiConsumer<FlowRuleOperations.Builder, FlowRule> how,
            Consumer<List<FlowRule>> confirmed,
            RuleWriteException before) {
        if (from >= rules.size()) {
            return before == null
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(before);
        }
        int to = Math.min(rules.size(), from + PART_RULES);
        List<FlowRule> part = rules.subList(from, to);
        FlowRuleOperations.Builder operations = FlowRuleOperations.builder();
        part.forEach(rule -> how.accept(operations, rule));
        return submit(operations)
                .handle(
                        (done, error) -> {
                            confirmed.accept(taken(part, error));
                            return error;
                        })
                .thenCompose(
                        error -> {
                            if (error == null) {
                                return write(rules, to, how, confirmed, before);
                            }
                            if (!(error instanceof RuleWriteException)) {
                                return CompletableFuture.failedFuture(
                                        before == null ? error : before.followedBy(error));
                            }
                            RuleWriteException refused = (RuleWriteException) error;
                            return write(
                                    rules,
                                    to,
                                    how,
                                    confirmed,
                                    before == null ? refused : before.with(refused));
                        });
    }

    /** The rules of a part that its switch has confirmed; none if nobody says which it refused. */
    private static List<FlowRule> taken(List<FlowRule> part, Throwable error) {
        if (error == null) {
            return part;
        }
        Set<FlowRule> refused =
                error instanceof RuleWriteException
                        ? ((RuleWriteException) error).rules()
                        : Set.of();
        return refused.isEmpty()
                ? List.of()
                : part.stream()
                        .filter(rule -> !refused.contains(rule))
                        .collect(Collectors.toList());
    }

    private CompletableFuture<Void> submit(FlowRuleOperations.Builder operations) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
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
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
        return done.orTimeout(limitMs, TimeUnit.MILLISECONDS);
    }
}
