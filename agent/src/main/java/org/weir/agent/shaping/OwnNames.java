// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

/**
 * Numbers by which the agent knows what it has installed on an interface. A root qdisc with another
 * handle, and a filter with another preference, are somebody else's. Each start takes another of
 * {@link #COUNT} generations, so that what cleans up after a killed agent cannot meet the next.
 *
 * @param generation 0 to {@link #COUNT} − 1
 */
public record OwnNames(int generation) {
    /** Number of generations. */
    public static final int COUNT = 16;

    /** Preference of the filter at the ingress where the agent has made the clsact qdisc too. */
    public static final int PREFERENCE_WITH_QDISC = 22341;

    /** Preference of the filter in a clsact or ingress qdisc that was there before. */
    public static final int PREFERENCE = 22342;

    private static final int FIRST_MAJOR = 0x5740;
    private static final int FIRST_FILTER = 0x57454900;

    /** The names that follow those of a generation that was found, or the first. */
    public static OwnNames after(int generation) {
        return new OwnNames((generation + 1) % COUNT);
    }

    /** Handle of the root qdisc, such as {@code 5740:}. */
    public String rootHandle() {
        return Integer.toHexString(FIRST_MAJOR + generation) + ":";
    }

    /** Name of a slot's class, such as {@code 5740:1f}. */
    public String classId(int slot) {
        return rootHandle() + Integer.toHexString(slot);
    }

    /** Handle of the filter at the ingress, such as {@code 0x57454900}. */
    public String filterHandle() {
        return "0x" + Integer.toHexString(FIRST_FILTER + generation);
    }

    /** Generation of a root qdisc's handle as tc prints it; -1 if it is none of the agent's. */
    public static int generationOfRoot(String handle) {
        return generation(handle.replace(":", ""), FIRST_MAJOR);
    }

    /** Generation of a filter's handle as tc prints it; -1 if it is none of the agent's. */
    public static int generationOfFilter(String handle) {
        return handle.startsWith("0x") ? generation(handle.substring(2), FIRST_FILTER) : -1;
    }

    /** True for the preferences of the agent's filter. */
    public static boolean isOwnPreference(int preference) {
        return preference == PREFERENCE || preference == PREFERENCE_WITH_QDISC;
    }

    private static int generation(String hex, int first) {
        try {
            int generation = Integer.parseUnsignedInt(hex, 16) - first;
            return generation >= 0 && generation < COUNT ? generation : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
