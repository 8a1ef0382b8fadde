// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/** Reason for which a queue lost a packet. */
public enum DropReason {
    /** It held as many packets or bytes as it may. */
    QUEUE_FULL,
    /** The switch's buffer, or its shared part, had no room. */
    BUFFER_FULL,
    /** The queue held its dynamic threshold's share of the buffer. */
    THRESHOLD,
    /** The headroom of the packet's ingress port and priority was used up. */
    HEADROOM_FULL,
    /** The port was down when the packet came. */
    PORT_DOWN,
    /** It waited when the port went down or away, or when another program was loaded. */
    FLUSHED
}
