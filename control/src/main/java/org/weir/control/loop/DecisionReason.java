// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

/** Reason for which a solve round sent a port its settings, or did not. */
public enum DecisionReason {
    /** Sent: the port had none. */
    FIRST(true, "the port had no settings"),
    /** Sent: for the measured load the settings differ enough from the installed ones. */
    LOAD_CHANGED(true, "the load changed enough to matter"),
    /** Sent: thresholds are cut after a missed target, or the cut has ended. */
    TARGETS_MISSED(true, "a target was missed, or has been kept for long again"),
    /**
     * Sent: the settings were taken over, and the weights in the switch's scheduler are not known.
     */
    SHARES_UNKNOWN(true, "the weights in the switch's scheduler were not known"),
    /** Sent: the policy or the port's description changed. */
    POLICY_CHANGED(true, "the policy or the port changed"),
    /** Sent: the last installation failed. */
    RETRY(true, "the last installation failed"),
    /** Not sent: the switch has settings that are close enough. */
    UNCHANGED(false, "the installed settings are close enough"),
    /** Not sent: there is no reading recent enough to act upon. */
    NO_MEASUREMENT(false, "there is no recent reading"),
    /** Not sent: an installation has not answered yet. */
    PENDING(false, "an installation is under way"),
    /** Not sent: the last installations failed, and the next attempt is due later. */
    RETRY_LATER(false, "the last installations failed; the next attempt is due later"),
    /** Not sent, although there is another reason to send: the operator has frozen the settings. */
    FROZEN(false, "the settings are frozen");

    private final boolean sent;
    private final String text;

    DecisionReason(boolean sent, String text) {
        this.sent = sent;
        this.text = text;
    }

    /** True if settings were sent. */
    public boolean isSent() {
        return sent;
    }

    /** The reason in words. */
    public String text() {
        return text;
    }
}
