// SPDX-License-Identifier: Apache-2.0
package org.weir.app.classifier;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** A match rule with its class and precedence, or the default class behind all match rules. */
public final class ClassifierView {
    private final long precedence;
    private final String className;
    private final JsonNode match;
    private final ClassifierCount count;

    /**
     * A classifier.
     *
     * @param precedence place in the order in which a packet is compared with the classifiers, from
     *     1; the first that matches gives the class
     * @param className name of the class
     * @param match the match rule in the words of the policy; null for the default class
     * @param count its entries in the switches, and what they have matched
     */
    public ClassifierView(
            long precedence, String className, JsonNode match, ClassifierCount count) {
        this.precedence = precedence;
        this.className = className;
        this.match = match;
        this.count = count;
    }

    /** Place in the order in which a packet is compared with the classifiers, from 1. */
    public long precedence() {
        return precedence;
    }

    /** Name of the class that a packet gets. */
    public String className() {
        return className;
    }

    /** The match rule in the words of the policy; empty for the default class. */
    public Optional<JsonNode> match() {
        return Optional.ofNullable(match).map(JsonNode::deepCopy);
    }

    /** Entries in the switches, and what they have matched. */
    public ClassifierCount count() {
        return count;
    }
}
