// SPDX-License-Identifier: Apache-2.0
package org.weir.app.classifier;

import java.util.OptionalLong;

/**
 * Entries of one classifier in the switches, and what they have matched. A packet that crosses two
 * switches counts twice.
 */
public final class ClassifierCount {

    /** Count of a classifier that no switch has. */
    public static final ClassifierCount NONE = new ClassifierCount(0, 0, 0, 0);

    private final int devices;
    private final int countingDevices;
    private final long packets;
    private final long bytes;

    private ClassifierCount(int devices, int countingDevices, long packets, long bytes) {
        this.devices = devices;
        this.countingDevices = countingDevices;
        this.packets = packets;
        this.bytes = bytes;
    }

    /**
     * Count of an entry in a switch that counts.
     *
     * @param packets packets that it has matched
     * @param bytes bytes of these packets
     */
    public static ClassifierCount of(long packets, long bytes) {
        return new ClassifierCount(1, 1, packets, bytes);
    }

    /** Count of an entry in a switch whose program has no counters for it. */
    public static ClassifierCount uncounted() {
        return new ClassifierCount(1, 0, 0, 0);
    }

    /** The sum with another entry of the same switch. */
    public ClassifierCount inSameDevice(ClassifierCount other) {
        return new ClassifierCount(
                devices, countingDevices, packets + other.packets, bytes + other.bytes);
    }

    /** The sum with entries of other switches. */
    public ClassifierCount plus(ClassifierCount other) {
        return new ClassifierCount(
                devices + other.devices,
                countingDevices + other.countingDevices,
                packets + other.packets,
                bytes + other.bytes);
    }

    /** Number of switches that have confirmed an entry of the classifier. */
    public int devices() {
        return devices;
    }

    /** Number of switches among {@link #devices} whose counters are in the sums. */
    public int countingDevices() {
        return countingDevices;
    }

    /** Packets matched since the switches got the entries; empty if no switch counts them. */
    public OptionalLong packets() {
        return countingDevices > 0 ? OptionalLong.of(packets) : OptionalLong.empty();
    }

    /** Bytes of these packets; empty if no switch counts them. */
    public OptionalLong bytes() {
        return countingDevices > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
    }
}
