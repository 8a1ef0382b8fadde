// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measurements of one run. */
public final class Outcome {
    private final Map<String, Double> quantities = new LinkedHashMap<>();
    private final List<Series> series = new ArrayList<>();

    /** Adds a quantity. */
    public Outcome with(String quantity, double value) {
        quantities.put(quantity, value);
        return this;
    }

    /** Adds a series. */
    public Outcome with(Series added) {
        series.add(added);
        return this;
    }

    /** The quantities by name. */
    public Map<String, Double> quantities() {
        return Collections.unmodifiableMap(quantities);
    }

    /** The series. */
    public List<Series> series() {
        return Collections.unmodifiableList(series);
    }
}
