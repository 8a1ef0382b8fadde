// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

/** The settings a queue runs with. */
public final class SettingsView {

    private final double weightFraction;
    private final int weightPackets;
    private final int thresholdPackets;
    private final int limitPackets;
    private final double arrivalRateBps;
    private final double serviceRateBps;
    private final double targetRateBps;

    /**
     * Settings.
     *
     * @param weightFraction ω, share of the port, 0..1
     * @param weightPackets packets the class may send at one priority per turn
     * @param thresholdPackets K, depth from which packets are marked and senders told
     * @param limitPackets depth from which packets are dropped
     * @param arrivalRateBps λ, arrival rate the settings were solved for
     * @param serviceRateBps μ, rate the share stands for
     * @param targetRateBps λ*, rate senders are asked to keep to
     */
    public SettingsView(
            double weightFraction,
            int weightPackets,
            int thresholdPackets,
            int limitPackets,
            double arrivalRateBps,
            double serviceRateBps,
            double targetRateBps) {
        this.weightFraction = weightFraction;
        this.weightPackets = weightPackets;
        this.thresholdPackets = thresholdPackets;
        this.limitPackets = limitPackets;
        this.arrivalRateBps = arrivalRateBps;
        this.serviceRateBps = serviceRateBps;
        this.targetRateBps = targetRateBps;
    }

    /** ω, the class's share of the port, 0..1. */
    public double weightFraction() {
        return weightFraction;
    }

    /** Packets the class may send at one priority level per turn. */
    public int weightPackets() {
        return weightPackets;
    }

    /** K: depth, in packets, from which packets are marked and senders told. */
    public int thresholdPackets() {
        return thresholdPackets;
    }

    /** Depth, in packets, from which packets are dropped. */
    public int limitPackets() {
        return limitPackets;
    }

    /** λ: arrival rate the settings were solved for, in bit/s. */
    public double arrivalRateBps() {
        return arrivalRateBps;
    }

    /** μ: rate the share stands for, in bit/s. */
    public double serviceRateBps() {
        return serviceRateBps;
    }

    /** λ*: rate the senders are asked to keep to, in bit/s. */
    public double targetRateBps() {
        return targetRateBps;
    }
}
