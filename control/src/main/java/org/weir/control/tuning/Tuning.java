// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

import java.util.EnumMap;
import java.util.Map;

/** A value for every {@link Tunable}: the chosen one, or the default. Immutable. */
public final class Tuning {
    /** All defaults. */
    public static final Tuning DEFAULTS = new Tuning(Map.of());

    private final EnumMap<Tunable, Double> chosen = new EnumMap<>(Tunable.class);

    private Tuning(Map<Tunable, Double> values) {
        chosen.putAll(values);
    }

    /**
     * The same tuning with one value changed.
     *
     * @throws IllegalArgumentException if the value is outside the tunable's range
     */
    public Tuning with(Tunable tunable, double value) {
        if (!(value >= tunable.min() && value <= tunable.max())) {
            throw new IllegalArgumentException(
                    tunable.fieldName()
                            + " must be "
                            + tunable.min()
                            + " to "
                            + tunable.max()
                            + ", was "
                            + value);
        }
        Tuning changed = new Tuning(chosen);
        changed.chosen.put(tunable, value);
        return changed;
    }

    /** The value in force. */
    public double get(Tunable tunable) {
        return chosen.getOrDefault(tunable, tunable.defaultValue());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tuning && chosen.equals(((Tuning) other).chosen);
    }

    @Override
    public int hashCode() {
        return chosen.hashCode();
    }

    /** Text with the values that differ from the defaults. */
    @Override
    public String toString() {
        return chosen.toString();
    }
}
