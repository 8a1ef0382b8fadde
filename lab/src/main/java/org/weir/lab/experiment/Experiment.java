// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Schemes;

/**
 * Experiment of the lab: cases in a scenario, and published statements about them.
 *
 * @param id name on the command line, for example {@code pmqecn-fig7}
 * @param version raised when results are no longer comparable with older ones
 * @param title description in one line
 * @param source the publication
 * @param scenario the network and its traffic
 * @param cases the cases to compare
 * @param quantities names of the measured quantities, a subset of the scenario's
 * @param statements the published statements
 */
public record Experiment(
        String id,
        int version,
        String title,
        String source,
        Scenario scenario,
        List<Case> cases,
        List<String> quantities,
        List<Statement> statements) {
    /** Copies the lists. */
    public Experiment {
        cases = List.copyOf(cases);
        quantities = List.copyOf(quantities);
        statements = List.copyOf(statements);
    }

    /**
     * The cases of some schemes. A scheme that the experiment does not compare has one for each
     * setting of the scenario in which others are compared.
     *
     * @param schemes names; none for all of the experiment's
     * @throws IllegalArgumentException when no scheme has such a name
     */
    public List<Case> casesOf(Set<String> schemes) {
        if (schemes.isEmpty()) {
            return cases;
        }
        List<Case> chosen =
                new ArrayList<>(
                        cases.stream().filter(one -> schemes.contains(one.scheme())).toList());
        for (String scheme : schemes) {
            Schemes.named(scheme);
            if (chosen.stream().noneMatch(one -> one.scheme().equals(scheme))) {
                chosen.addAll(casesAdded(scheme));
            }
        }
        return List.copyOf(chosen);
    }

    private List<Case> casesAdded(String scheme) {
        Set<String> own =
                scenario.parameters().stream().map(Parameter::name).collect(Collectors.toSet());
        Map<Map<String, Double>, Case> added = new LinkedHashMap<>();
        for (Case one : cases) {
            Map<String, Double> settings = new TreeMap<>(one.settings());
            settings.keySet().retainAll(own);
            StringBuilder label = new StringBuilder(scheme);
            settings.forEach(
                    (name, value) ->
                            label.append(' ')
                                    .append(name)
                                    .append('=')
                                    .append(Parameter.text(value)));
            added.put(settings, new Case(label.toString(), scheme, settings));
        }
        return List.copyOf(added.values());
    }
}
