// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

/**
 * Settings of a TCP sender.
 *
 * @param segmentBytes payload of a full segment, bytes
 * @param leastTimeoutNs lower bound of the retransmission timeout's margin above the smoothed round
 *     trip, ns
 * @param mostTimeoutNs upper bound of the retransmission timeout, ns
 * @param peerAckDelayNs time for which the receiver delays an acknowledgement at most, ns
 * @param paced whether segments are spaced over the round trip
 * @param segmentOffload whether segments leave in bursts, as with segmentation offload
 * @param rackTlp whether losses are detected by RACK-TLP (RFC 8985), otherwise by RFC 6675
 * @param markDelayAcks acknowledgements by which the sender takes marks later than they are
 *     reported
 */
public record SenderConfig(
        int segmentBytes,
        long leastTimeoutNs,
        long mostTimeoutNs,
        long peerAckDelayNs,
        boolean paced,
        boolean segmentOffload,
        boolean rackTlp,
        int markDelayAcks) {}
