// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

/** Cause of a drop outside the queues of classes. */
public enum DropCause {

    /** No route leads to its destination. */
    UNROUTED("unrouted", "for want of a route", true),

    /** Its hop count ran out. */
    EXPIRED("expired", "because their hop count ran out", false),

    /** The parser or a checksum refused it. */
    MALFORMED("malformed", "as malformed", true),

    /** The access list says so. */
    ACL("acl", "by the access list", false),

    /** It came in by a port that was down, or that had no room. */
    PORT_RX("portRx", "on arrival, at ports that were down or full", true),

    /** It was to leave by a port that was down, or that had no room. */
    PORT_TX("portTx", "on departure, at ports that were down or full", true),

    /** A host sent what only a switch sends: a feedback packet or a telemetry report. */
    FORGED("forged", "as feedback or telemetry that a host had forged", false),

    /** Its ingress port may not use its DSCP or its class. */
    REFUSED("refused", "for a DSCP or class that their port may not use", false),

    /** It was a feedback packet for a host without an agent. */
    WITHHELD("withheld", "as feedback to hosts without an agent", false),

    /** It was over its port's limit of frames to the controller. */
    LIMITED("limited", "over their port's limit of frames to the controller", false);

    private final String word;
    private final String phrase;
    private final boolean loss;

    DropCause(String word, String phrase, boolean loss) {
        this.word = word;
        this.phrase = phrase;
        this.loss = loss;
    }

    /** Its name in JSON. */
    public String word() {
        return word;
    }

    /** Ends the sentence "the switch dropped packets …". */
    public String phrase() {
        return phrase;
    }

    /** True if a class whose packet is dropped for this cause has missed its targets. */
    public boolean isLoss() {
        return loss;
    }
}
