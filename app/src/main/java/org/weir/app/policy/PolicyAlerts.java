// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.control.policy.PolicyException;

/** Alerts about the policy in the network configuration. */
final class PolicyAlerts {

    private static final String REFUSED = AlertType.POLICY_REFUSED.word();
    private static final String NOT_CONFIGURED = AlertType.POLICY_NOT_IN_NETCFG.word();
    private static final String SUBJECT = "policy";

    private final AlertBoard alerts;
    private final BooleanSupplier isRunning;

    /**
     * No alert yet.
     *
     * @param alerts list of alerts
     * @param isRunning whether a policy is in force
     */
    PolicyAlerts(AlertBoard alerts, BooleanSupplier isRunning) {
        this.alerts = alerts;
        this.isRunning = isRunning;
    }

    /**
     * Takes the result of a check of the policy that netcfg was given. ONOS tells it only to who
     * gave it, and to nobody if it was there before the application.
     *
     * @param broken the rule that is broken; empty if none is
     */
    void checked(Optional<PolicyException> broken) {
        if (broken.isEmpty()) {
            alerts.clear(REFUSED, SUBJECT);
            return;
        }
        alerts.raise(
                REFUSED,
                SUBJECT,
                "the policy that netcfg was given last is not in force: "
                        + broken.get().field()
                        + ": "
                        + broken.get().rule()
                        + (isRunning.getAsBoolean()
                                ? "; the one before runs"
                                : "; no policy runs"));
    }

    /** Lists the policy in force, which netcfg does not have any more. */
    void deleted() {
        alerts.raise(
                NOT_CONFIGURED,
                SUBJECT,
                WeirConfig.SOURCE
                        + " was deleted: the policy stays in force until ONOS is restarted, unless"
                        + " it is configured again");
    }

    /** Takes note that netcfg has the policy in force. */
    void configured() {
        checked(Optional.empty());
        alerts.clear(NOT_CONFIGURED, SUBJECT);
    }
}
