// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.onosproject.net.DeviceId;
import org.weir.app.classifier.ClassifierCount;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.rules.ClassRules;
import org.weir.app.rules.ClassifierCounters;

/** The classifiers of a policy, with the counts of some switches. */
final class ClassifierViews {

    private ClassifierViews() {}

    /**
     * The classifiers by precedence: match rules in the order of the policy, then the default
     * class.
     *
     * @param policy policy that runs
     * @param defaultClass name of its default class, which the document need not name
     * @param counters counters of its entries
     * @param devices switches whose entries count
     */
    static List<ClassifierView> of(
            ObjectNode policy,
            String defaultClass,
            ClassifierCounters counters,
            Collection<DeviceId> devices) {
        Map<Integer, ClassifierCount> counts = new HashMap<>();
        for (DeviceId device : devices) {
            counters.counts(device)
                    .forEach((place, count) -> counts.merge(place, count, ClassifierCount::plus));
        }
        List<ClassifierView> views = new ArrayList<>();
        int place = 0;
        for (JsonNode trafficClass : policy.path("classes")) {
            for (JsonNode match : trafficClass.path("match")) {
                ClassifierCount count = counts.getOrDefault(place, ClassifierCount.NONE);
                views.add(
                        new ClassifierView(
                                place + 1L, trafficClass.path("name").asText(), match, count));
                place++;
            }
        }
        views.add(
                new ClassifierView(
                        place + 1L,
                        defaultClass,
                        null,
                        counts.getOrDefault(ClassRules.DEFAULT_CLASS, ClassifierCount.NONE)));
        return views;
    }
}
