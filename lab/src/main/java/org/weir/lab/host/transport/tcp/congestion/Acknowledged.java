// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Progress that one acknowledgement reports. Positions are bytes of the stream from its start.
 *
 * @param nowNs time of its arrival, ns
 * @param deliveredBytes bytes newly acknowledged, cumulatively or selectively
 * @param markedBytes bytes newly known to be marked: with ECE all delivered ones, with AccECN by
 *     its counters; copies that the network made count, too
 * @param rttNs round trip that it measures, ns; −1 without a measurement
 * @param smoothedRttNs smoothed round trip, ns; 0 before the first measurement
 * @param unacknowledged position of the first byte that is not acknowledged cumulatively
 * @param next position of the next new byte to send
 * @param mayGrow whether the window may grow: the window limits the sender, and either a timeout is
 *     under repair, or no loss is and the acknowledgement reports no mark
 * @param delivery delivery rate that it shows
 */
public record Acknowledged(
        long nowNs,
        long deliveredBytes,
        long markedBytes,
        long rttNs,
        long smoothedRttNs,
        long unacknowledged,
        long next,
        boolean mayGrow,
        Delivery delivery) {}
