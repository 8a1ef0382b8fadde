// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/**
 * Content of an acknowledgement for the sender. Positions are bytes of the stream.
 *
 * @param nowNs time of its arrival, ns
 * @param position next byte that the receiver expects
 * @param windowEnd position up to which the receiver takes bytes
 * @param sack edges of the ranges that it has beyond, alternating
 * @param duplicate whether it reports a segment that came twice (RFC 2883)
 * @param ece whether ECE is set and ECN was agreed
 * @param echoNs time of the timestamp that it echoes, ns, in steps of 1 µs; −1 without timestamps
 */
public record AckReport(
        long nowNs,
        long position,
        long windowEnd,
        long[] sack,
        boolean duplicate,
        boolean ece,
        long echoNs) {}
