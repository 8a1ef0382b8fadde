// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.activity;

/** Reference for the mean of Tofino's AQM: that of the last complete window of all packets. */
public final class ActivityWindow {

    private static final int PACKETS = 256;

    private int packets;
    private long present;
    private long last;

    /** Adds the value of a packet, before its threshold is asked for. */
    public void add(int activity) {
        if (packets % PACKETS == 0) {
            last = present;
            present = 0;
        }
        packets++;
        present += activity;
    }

    /**
     * Depth above which a packet is dropped, in the unit of the parameters.
     *
     * @param activity the packet's value, in units of 1/1024
     * @param base threshold of a packet of mean activity
     * @param gamma what a doubled rate takes from it
     */
    public double threshold(int activity, double base, double gamma) {
        return last == 0 ? base : base - gamma * (activity - Math.floorDiv(last, PACKETS)) / 1024.0;
    }
}
