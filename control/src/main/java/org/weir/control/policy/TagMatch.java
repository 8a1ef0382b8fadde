// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Condition of a {@link MatchRule} on one tag of IEEE 802.1Q: a packet has no such tag, or a tag
 * with a VLAN identifier and a priority code point (PCP). Immutable. Example: {@code
 * TagMatch.tagged(OptionalInt.of(100), OptionalInt.empty())} matches VLAN 100 with any PCP.
 */
public final class TagMatch {

    /** Largest VLAN identifier of a tag; IEEE 802.1Q reserves 4095. */
    public static final int MAX_VLAN_ID = 4094;

    /** Largest priority code point. */
    public static final int MAX_PCP = 7;

    /** States nothing. */
    public static final TagMatch ANY =
            new TagMatch(false, OptionalInt.empty(), OptionalInt.empty());

    /** Packets without the tag. */
    public static final TagMatch NONE =
            new TagMatch(true, OptionalInt.empty(), OptionalInt.empty());

    private final boolean none;
    private final OptionalInt vlanId;
    private final OptionalInt pcp;

    private TagMatch(boolean none, OptionalInt vlanId, OptionalInt pcp) {
        this.none = none;
        this.vlanId = vlanId;
        this.pcp = pcp;
    }

    /**
     * Packets with the tag.
     *
     * @param vlanId VLAN identifier, 0 to 4094, where 0 is a tag of priority alone; every one if
     *     empty
     * @param pcp priority code point, 0 to 7; every one if empty
     * @return the match; {@link #ANY} if both are empty
     * @throws IllegalArgumentException if a number is out of range
     */
    public static TagMatch tagged(OptionalInt vlanId, OptionalInt pcp) {
        check("VLAN identifier", vlanId, MAX_VLAN_ID);
        check("PCP", pcp, MAX_PCP);
        return new TagMatch(false, vlanId, pcp);
    }

    private static void check(String name, OptionalInt value, int max) {
        if (value.isPresent() && (value.getAsInt() < 0 || value.getAsInt() > max)) {
            throw new IllegalArgumentException(
                    name + " must be 0 to " + max + ", was " + value.getAsInt());
        }
    }

    /** True for packets without the tag. */
    public boolean isNone() {
        return none;
    }

    /** True if a packet needs the tag to match. */
    public boolean needsTag() {
        return vlanId.isPresent() || pcp.isPresent();
    }

    /** VLAN identifier, 0 to 4094. */
    public OptionalInt vlanId() {
        return vlanId;
    }

    /** Priority code point, 0 to 7. */
    public OptionalInt pcp() {
        return pcp;
    }

    /** True unless every packet matches. */
    boolean statesSomething() {
        return none || needsTag();
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof TagMatch)) {
            return false;
        }
        TagMatch that = (TagMatch) other;
        return none == that.none && vlanId.equals(that.vlanId) && pcp.equals(that.pcp);
    }

    @Override
    public int hashCode() {
        return Objects.hash(none, vlanId, pcp);
    }
}
