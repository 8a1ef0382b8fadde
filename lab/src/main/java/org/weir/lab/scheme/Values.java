// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values of declared parameters, in the order of their declaration. Immutable. */
public final class Values {
    private static final double NS_PER_MS = 1e6;

    private final Map<String, Parameter> parameters;
    private final Map<String, Double> values;

    private Values(Map<String, Parameter> parameters, Map<String, Double> values) {
        this.parameters = parameters;
        this.values = values;
    }

    /**
     * Makes values of declared parameters, each the declared one.
     *
     * @throws IllegalArgumentException when two have one name
     */
    public static Values of(List<Parameter> declared) {
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        Map<String, Double> values = new LinkedHashMap<>();
        for (Parameter parameter : declared) {
            if (parameters.putIfAbsent(parameter.name(), parameter) != null) {
                throw new IllegalArgumentException(parameter.name() + " is declared twice");
            }
            values.put(parameter.name(), parameter.normal());
        }
        return new Values(parameters, values);
    }

    /**
     * The same with other values; names that are not declared here are left out.
     *
     * @throws IllegalArgumentException when a value is out of range
     */
    public Values with(Map<String, Double> others) {
        Map<String, Double> changed = new LinkedHashMap<>(values);
        others.forEach(
                (name, value) -> {
                    if (parameters.containsKey(name)) {
                        parameters.get(name).check(value);
                        changed.put(name, value);
                    }
                });
        return new Values(parameters, changed);
    }

    /**
     * A value.
     *
     * @throws IllegalArgumentException when none of that name is declared
     */
    public double get(String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no parameter is named " + name));
    }

    /**
     * A value as a whole number. One that the declaration has is rounded: it may be in proportion
     * to a line's rate.
     *
     * @throws IllegalArgumentException when none of that name is declared, or another than the
     *     declared value was given and is not whole
     */
    public long whole(String name) {
        return Math.round(wholeIfGiven(name));
    }

    /**
     * A value that is a whole number, except if it is the one that the declaration has.
     *
     * @throws IllegalArgumentException as {@link #whole}
     */
    public double wholeIfGiven(String name) {
        double value = get(name);
        if (value != Math.rint(value) && value != parameters.get(name).normal()) {
            throw new IllegalArgumentException(
                    name + " must be a whole number, not " + Parameter.text(value));
        }
        return value;
    }

    /** A value in ms as ns. */
    public long msAsNs(String name) {
        return Math.round(get(name) * NS_PER_MS);
    }

    /** Whether a parameter of that name is declared. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** The declarations. */
    public List<Parameter> declared() {
        return new ArrayList<>(parameters.values());
    }

    /** Name and value, in the order of declaration. */
    public Map<String, Double> asMap() {
        return Collections.unmodifiableMap(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Values that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
