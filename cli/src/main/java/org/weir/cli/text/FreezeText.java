// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.Optional;

/** The freeze of settings as text for the shell. */
public final class FreezeText {

    private static final String UNKNOWN = "not known yet whether settings are frozen";

    /** Settings that a freeze holds back. */
    private static final String WAITING = "weights, thresholds, limits and target rates";

    private FreezeText() {}

    /**
     * The present state.
     *
     * @param isKnown false before ONOS's store was read
     * @param isFrozen true if no settings are installed
     */
    public static String state(boolean isKnown, boolean isFrozen) {
        if (!isKnown) {
            return UNKNOWN;
        }
        return isFrozen ? "settings are frozen" : "settings are not frozen";
    }

    /**
     * Sentence below what is not installed because of it; empty while settings are installed.
     *
     * @param isKnown false before ONOS's store was read
     * @param isFrozen true if no settings are installed
     */
    public static Optional<String> warning(boolean isKnown, boolean isFrozen) {
        if (!isKnown) {
            return Optional.of(
                    "It is "
                            + UNKNOWN
                            + ": no "
                            + WAITING
                            + " are installed until ONOS's store has answered.");
        }
        return isFrozen
                ? Optional.of(
                        "Settings are frozen (weir-unfreeze ends that): no "
                                + WAITING
                                + " are installed. Match rules, AQM algorithms and edge rules follow"
                                + " the policy.")
                : Optional.empty();
    }
}
