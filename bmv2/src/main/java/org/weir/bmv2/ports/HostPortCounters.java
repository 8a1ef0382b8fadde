// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/**
 * Counters of a port since it was opened.
 *
 * @param rxPackets frames read
 * @param rxBytes bytes of them
 * @param rxDropped frames that came in faster than they were read; Linux dropped them
 * @param rxErrors frames that could not be read as they were sent: longer than 64 KiB, or an
 *     aggregate of a protocol that is not known
 * @param txPackets frames that the interface took
 * @param txBytes bytes of them
 * @param txDropped frames that the interface did not take, as its queue was full or it was down
 * @param txErrors frames that it never would take: longer than its MTU, or shorter than a header
 */
public record HostPortCounters(
        long rxPackets,
        long rxBytes,
        long rxDropped,
        long rxErrors,
        long txPackets,
        long txBytes,
        long txDropped,
        long txErrors) {}
