// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.OptionalInt;
import org.weir.control.QueueSettings;

/** The settings of a queue, as REST and the shell show them. */
public final class SettingsView {

    private final QueueSettings settings;

    /**
     * A view of settings.
     *
     * @param settings settings in force
     */
    public SettingsView(QueueSettings settings) {
        this.settings = settings;
    }

    /** ω, the class's share of the port, 0 to 1. */
    public double weightFraction() {
        return settings.weightFraction();
    }

    /** Packets that the class may put into one priority level in a round. */
    public int weightPackets() {
        return settings.weightPackets();
    }

    /** The kind of marking: {@code depth}, {@code rate} or {@code off}. */
    public String marking() {
        return settings.marking().kind().word();
    }

    /** K: depth from which packets are marked and fed back, packets; empty unless by depth. */
    public OptionalInt thresholdPackets() {
        return settings.marking().thresholdPackets();
    }

    /** The entry of a table's column K: the packets, or the word of another kind of marking. */
    public String thresholdColumn() {
        return settings.marking().column();
    }

    /** Queue limit: depth from which packets are dropped, packets. */
    public int limitPackets() {
        return settings.limitPackets();
    }

    /** λ: arrival rate for which the settings were solved, bit/s. */
    public double arrivalRateBps() {
        return settings.arrivalRateBps();
    }

    /** μ: service rate, bit/s. */
    public double serviceRateBps() {
        return settings.serviceRateBps();
    }

    /** λ*: rate that the senders are asked to keep, bit/s. */
    public double targetRateBps() {
        return settings.targetRateBps();
    }
}
