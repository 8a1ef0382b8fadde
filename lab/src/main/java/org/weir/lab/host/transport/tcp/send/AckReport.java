// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.packet.AccEcnOption;

/**
 * Content of an acknowledgement for the sender. Positions are bytes of the stream.
 *
 * @param nowNs time of its arrival, ns
 * @param position next byte that the receiver expects
 * @param windowEnd position up to which the receiver takes bytes
 * @param sack edges of the ranges that it has beyond, alternating
 * @param duplicate whether it reports a segment that came twice (RFC 2883)
 * @param ece whether ECE is set, with the feedback of RFC 3168
 * @param ace value of ACE, 0 to 7, with AccECN; −1 with other feedback
 * @param accEcn AccECN's counters; null without the option
 * @param echoNs time of the timestamp that it echoes, ns, in steps of 1 µs; −1 without timestamps
 */
public record AckReport(
        long nowNs,
        long position,
        long windowEnd,
        long[] sack,
        boolean duplicate,
        boolean ece,
        int ace,
        AccEcnOption accEcn,
        long echoNs) {}
