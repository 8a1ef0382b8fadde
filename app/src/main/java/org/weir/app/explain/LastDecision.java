// SPDX-License-Identifier: Apache-2.0
package org.weir.app.explain;

import java.util.Optional;
import org.weir.app.DecisionView;
import org.weir.app.PortView;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;

/** The last decision about a port, or the reason for which it is not known. */
public final class LastDecision {

    private final DecisionView decision;
    private final String unknown;

    private LastDecision(DecisionView decision, String unknown) {
        this.decision = decision;
        this.unknown = unknown;
    }

    /** The decision about a port, as far as the node that controls it answers. */
    public static LastDecision about(PortView port, WeirService weir) {
        try {
            return of(weir.decision(port.device(), port.port()));
        } catch (RejectedException e) {
            if (e.reason() == RejectedException.Reason.NODE_UNANSWERED) {
                return new LastDecision(null, e.getMessage());
            }
            throw e;
        }
    }

    /** A decision that is known; empty if none was made yet. */
    static LastDecision of(Optional<DecisionView> decision) {
        return new LastDecision(decision.orElse(null), null);
    }

    /** The decision; empty if none was made yet, or if it is not known. */
    public Optional<DecisionView> decision() {
        return Optional.ofNullable(decision);
    }

    /** Reason for which the decision is not known; empty if it is, or if none was made yet. */
    public Optional<String> unknown() {
        return Optional.ofNullable(unknown);
    }
}
