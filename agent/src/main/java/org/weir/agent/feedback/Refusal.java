// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.feedback;

/** Reason why a packet that claims to be feedback or a notification is not obeyed. */
public enum Refusal {
    /** Truncated, a fragment, with IPv4 options, or lengths that contradict each other. */
    MALFORMED("malformed"),

    /** IPv4's header checksum or UDP's checksum is wrong. */
    CHECKSUM("checksum"),

    /** A version of the format other than 1. */
    VERSION("version"),

    /** A header that no switch writes: another DSCP, ECN field or reserved field, TTL above 64. */
    HEADER("header"),

    /** The flow's source address is none of the interface's. */
    FOREIGN_ADDRESS("foreign-address"),

    /** A class that the network has not, as far as the agent was told. */
    UNKNOWN_CLASS("unknown-class"),

    /** λ* is 0: no setting of the controller is. */
    ZERO_TARGET("zero-target"),

    /** No socket of this host may send the flow. */
    NO_SOCKET("no-socket"),

    /** The origin has sent the same sequence number or a later one before. */
    REPLAYED("replayed"),

    /** The origin has sent a later time before. */
    OLD("old"),

    /** A notification that is earlier after the last one about its flow than receivers send it. */
    TOO_EARLY("too-early"),

    /** A notification whose time has gone on further than the host's since the last one. */
    AHEAD("ahead"),

    /** The agent's reaction point does not obey packets of this form. */
    OTHER_REACTION("other-reaction"),

    /** As many flows are shaped as the agent may shape. */
    TOO_MANY_FLOWS("too-many-flows");

    private final String label;

    Refusal(String label) {
        this.label = label;
    }

    /** Name of its counter: the label {@code reason} of the metrics. */
    public String label() {
        return label;
    }
}
