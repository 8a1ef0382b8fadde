// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.Map;

/**
 * Case of an experiment: a scheme with some parameters set.
 *
 * @param label unique in the experiment
 * @param scheme by name
 * @param settings of parameters that make this case
 */
public record Case(String label, String scheme, Map<String, Double> settings) {
    /** A scheme as it is. */
    public static Case of(String scheme) {
        return new Case(scheme, scheme, Map.of());
    }
}
