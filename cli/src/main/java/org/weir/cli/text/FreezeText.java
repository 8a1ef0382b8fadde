// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.text;

import java.util.Optional;

/** The freeze of settings as text for the shell. */
public final class FreezeText {

    private static final String UNKNOWN = "not known yet whether settings are frozen";

    private FreezeText() {}

    /**
     * The present state.
     *
     * @param isKnown false before ONOS's store was read
     * @param isFrozen true if nothing is installed
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
     * @param isFrozen true if nothing is installed
     */
    public static Optional<String> warning(boolean isKnown, boolean isFrozen) {
        if (!isKnown) {
            return Optional.of(
                    "It is " + UNKNOWN + ": nothing is installed until ONOS's store has answered.");
        }
        return isFrozen
                ? Optional.of(
                        "Settings are frozen: nothing is installed (weir-unfreeze ends that).")
                : Optional.empty();
    }
}
