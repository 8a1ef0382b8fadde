// SPDX-License-Identifier: Apache-2.0
package org.weir.app.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

/** Samples of one metric, being collected. */
final class Series {
    private final GaugeSnapshot.Builder gauge;
    private final CounterSnapshot.Builder counter;
    private boolean hasSamples;

    /**
     * A metric without samples.
     *
     * @param name its name, without the suffix of a counter
     */
    Series(String name, String help, boolean isCounter) {
        gauge = isCounter ? null : GaugeSnapshot.builder().name(name).help(help);
        counter = isCounter ? CounterSnapshot.builder().name(name).help(help) : null;
    }

    void add(Labels labels, double value) {
        hasSamples = true;
        if (gauge != null) {
            gauge.dataPoint(
                    GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .labels(labels)
                            .value(value)
                            .build());
        } else {
            counter.dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder()
                            .labels(labels)
                            .value(value)
                            .build());
        }
    }

    boolean hasSamples() {
        return hasSamples;
    }

    MetricSnapshot end() {
        return gauge != null ? gauge.build() : counter.build();
    }
}
