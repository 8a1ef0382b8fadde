// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.control.QueueSettings;
import org.weir.control.TargetKind;
import org.weir.control.model.ModelError;
import org.weir.control.model.SharedPort;

/**
 * Expected delay, loss and goodput of a class at the present loads of all classes of its port, with
 * the whole numbers that are installed. The port is work-conserving: the class gets the capacity
 * that the others leave. Each value has an interval for the error of the model ({@link
 * ModelError}). Immutable.
 */
public final class Expectation {
    /** Length of the packet whose time is the unit of the resolution of delays, bits. */
    private static final double RESOLUTION_BITS = 8000;

    private static final double TOLERANCE = 1e-6;

    private final Prediction prediction;
    private final ModelError error;

    /** Loss with a mean delay at the upper end of its interval. */
    private final double lossOfHighMean;

    private final double loadBps;
    private final double greedyBps;
    private final double resolutionMs;

    private Expectation(PortProblem port, SharedPort model, int index) {
        prediction = Prediction.of(model, index);
        error = model.error(index);
        lossOfHighMean = model.lossFraction(index, error.meanHigh());
        loadBps = port.classes().get(index).arrivalRate();
        greedyBps = model.greedyRate(index) * port.rate();
        double bits = Math.min(RESOLUTION_BITS, port.classes().get(index).packetBits());
        resolutionMs = ModelError.RESOLUTION_PACKETS * 1000 * bits / port.rate();
    }

    /**
     * The expectations of all classes.
     *
     * @param settings one for each class, in the order of the problem
     */
    public static List<Expectation> of(PortProblem port, List<QueueSettings> settings) {
        int count = port.classes().size();
        double[] load = new double[count];
        double[] seconds = new double[count];
        double[] weight = new double[count];
        double[] limit = new double[count];
        double[] dispersion = new double[count];
        double sum = 0;
        double round = 0;
        for (int i = 0; i < count; i++) {
            ClassProblem one = port.classes().get(i);
            load[i] = one.arrivalRate() / port.rate();
            seconds[i] = one.packetBits() / port.rate();
            weight[i] = settings.get(i).weightPackets() * one.packetBits();
            limit[i] = settings.get(i).limitPackets();
            dispersion[i] = one.dispersion().orElse(Double.NaN);
            round += settings.get(i).weightPackets();
            sum += weight[i];
        }
        for (int i = 0; i < count; i++) {
            weight[i] /= sum;
        }
        SharedPort model =
                new SharedPort(
                        load,
                        seconds,
                        weight,
                        limit,
                        dispersion,
                        round / QueueSettings.TURNS_PER_ROUND,
                        port.scheduler());
        List<Expectation> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Expectation(port, model, i));
        }
        return all;
    }

    /** Expected delay, jitter and loss. The delay ends when the transmission begins. */
    public Prediction prediction() {
        return prediction;
    }

    /** Expected rate of departures, bit/s. */
    public double goodputBps() {
        return loadBps * (1 - prediction.lossFraction());
    }

    /** Rate that the class could have while the others keep their present rates, bit/s. */
    public double attainableBps() {
        return greedyBps;
    }

    /**
     * Lower end of the interval, in the kind's unit: one of twenty measured values is expected to
     * be below it.
     */
    public double low(TargetKind kind) {
        switch (kind) {
            case P99_DELAY:
                return scaled(kind, error.tailLow(), resolutionMs);
            case LOSS:
                return scaled(kind, error.lossLow(), ModelError.LOSS_RESOLUTION);
            default:
                return scaled(kind, error.meanLow(), resolutionMs);
        }
    }

    /**
     * Upper end of the interval, in the kind's unit: one of twenty measured values is expected to
     * exceed it.
     */
    public double high(TargetKind kind) {
        switch (kind) {
            case P99_DELAY:
                return scaled(kind, error.tailHigh(), resolutionMs);
            case LOSS:
                double high = scaled(kind, error.lossHigh(), ModelError.LOSS_RESOLUTION);
                double least = ModelError.LOSS_RESOLUTION * error.lossHigh();
                // A loss that the model cannot tell from 0 has no interval of its own.
                return high <= least && prediction.lossFraction() < least / 1000
                        ? Math.min(high, lossOfHighMean)
                        : Math.min(1, high);
            default:
                return scaled(kind, error.meanHigh(), resolutionMs);
        }
    }

    private double scaled(TargetKind kind, double factor, double resolution) {
        return Math.max(0, (prediction.of(kind) + resolution) * factor - resolution);
    }

    /**
     * The targets that the class may miss at the present load: those whose bound the upper end of
     * the interval does not meet.
     */
    public List<MissedTarget> missed(ClassProblem one) {
        List<MissedTarget> missed = new ArrayList<>();
        for (TargetKind kind : TargetKind.values()) {
            OptionalDouble wanted = one.targets().of(kind);
            if (wanted.isEmpty() || one.entitledRate() == 0 && kind != TargetKind.MIN_RATE) {
                continue;
            }
            double bound = wanted.getAsDouble();
            if (kind == TargetKind.MIN_RATE) {
                if (greedyBps < bound * (1 - TOLERANCE)) {
                    missed.add(MissedTarget.atPresentLoad(kind, bound, greedyBps, greedyBps));
                }
            } else if (high(kind) > bound * (1 + TOLERANCE)) {
                missed.add(
                        MissedTarget.atPresentLoad(kind, bound, prediction.of(kind), high(kind)));
            }
        }
        return missed;
    }
}
