// SPDX-License-Identifier: Apache-2.0
package org.weir.app.event;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Kinds of event. */
public enum EventKind {
    /** A fault has begun; it is listed as an alert. */
    ALERT_BEGAN,
    /** A fault is over. */
    ALERT_ENDED,
    /** Another version of the policy is in force. */
    POLICY_CHANGED,
    /** A plan came into force, at all ports or at some first. */
    PLAN_APPLIED,
    /** A plan that was in force was taken back. */
    PLAN_ROLLED_BACK,
    /** The control loop installs nothing from now on. */
    SETTINGS_FROZEN,
    /** The control loop installs settings again. */
    SETTINGS_UNFROZEN,
    /** The settings of a port were solved again, and differ. */
    SETTINGS_CHANGED,
    /** A switch is in contact. */
    DEVICE_CONNECTED,
    /** A switch does not answer any more. */
    DEVICE_LOST,
    /** A link was found. */
    LINK_UP,
    /** A link is gone. */
    LINK_DOWN,
    /** A port has carrier. */
    PORT_UP,
    /** A port has no carrier any more. */
    PORT_DOWN;

    /** The kind as JSON has it, such as {@code alert-began}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The kind with a word; empty if there is none. */
    public static Optional<EventKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    /** The words of all kinds, in the order of declaration. */
    public static String[] words() {
        return Arrays.stream(values()).map(EventKind::word).toArray(String[]::new);
    }
}
