// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import org.weir.app.classifier.ClassifierView;
import org.weir.app.shape.JsonShape;
import org.weir.app.shape.JsonType;

/** Classifiers as JSON, the same for REST and the ONOS shell. */
public final class ClassifierJson {

    /** A classifier. */
    public static final JsonShape<ClassifierView> CLASSIFIER =
            JsonShape.<ClassifierView>named("Classifier")
                    .describe(
                            "A match rule with its class and precedence, or the default class"
                                    + " behind all match rules.")
                    .field(
                            "precedence",
                            INTEGER.atLeast(1),
                            "Place in the order in which a packet is compared with the"
                                    + " classifiers. The first that matches gives the class.",
                            ClassifierView::precedence)
                    .field(
                            "class",
                            STRING.example("A"),
                            "Name of the class that a packet gets.",
                            ClassifierView::className)
                    .field(
                            "match",
                            JsonType.written("PolicyRule").orNull(),
                            "The match rule, as the policy has it; null for the default class.",
                            ClassifierView::match)
                    .field(
                            "devices",
                            INTEGER.atLeast(0),
                            "Number of switches that have confirmed it.",
                            one -> one.count().devices())
                    .field(
                            "countingDevices",
                            INTEGER.atLeast(0),
                            "Number of these switches whose counters are in packets and bytes. The"
                                    + " program for BMv2 counts, that for Tofino does not.",
                            one -> one.count().countingDevices())
                    .field(
                            "packets",
                            INTEGER.orNull(),
                            "Packets that it has matched since the switches got it, as ONOS has"
                                    + " read the counters last. A packet that crosses two switches"
                                    + " counts twice. Null if no switch counts.",
                            one -> one.count().packets())
                    .field(
                            "bytes",
                            INTEGER.orNull(),
                            "Bytes of these packets; null if no switch counts.",
                            one -> one.count().bytes())
                    .end();

    private ClassifierJson() {}
}
