// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/**
 * The buffer that a switch's queues share.
 *
 * @param totalBytes its size; {@link QueueConfig#UNLIMITED} for no limit
 * @param sharedBytes bytes that are not reserved for a queue or a lossless priority
 * @param usedBytes bytes that wait in all queues
 * @param maxUsedBytes most bytes that waited at once
 * @param sharedUsedBytes bytes that wait in the shared part
 */
public record BufferStatus(
        long totalBytes,
        long sharedBytes,
        long usedBytes,
        long maxUsedBytes,
        long sharedUsedBytes) {}
