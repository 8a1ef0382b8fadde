// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.controlplane.traffic.BufferStatus;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.runtime.packet.PacketState;

/**
 * The memory in which all of a switch's packets wait. Each queue has what is reserved for it; each
 * lossless priority of an ingress port has its threshold and headroom; queues share the rest up to
 * their dynamic thresholds.
 */
final class SharedBuffer {

    private final IngressAccount[] accounts;
    private long totalBytes = QueueConfig.UNLIMITED;
    private long sharedBytes = QueueConfig.UNLIMITED;
    private long usedBytes;
    private long maxUsedBytes;
    private long sharedUsedBytes;

    /** A buffer without limit, for ports of which this is the highest number. */
    SharedBuffer(int maxPort) {
        accounts = new IngressAccount[maxPort + 1];
    }

    /** Changes the size and the reserved part; waiting packets stay. */
    void setSize(long newTotalBytes, long setAsideBytes) {
        totalBytes = newTotalBytes;
        sharedBytes =
                newTotalBytes == QueueConfig.UNLIMITED
                        ? QueueConfig.UNLIMITED
                        : newTotalBytes - setAsideBytes;
    }

    /** The account of an ingress port, which is there from now on. */
    IngressAccount openAccount(int port) {
        if (accounts[port] == null) {
            accounts[port] = new IngressAccount();
        }
        return accounts[port];
    }

    /** The account of an ingress port; null when there is none. */
    IngressAccount account(int port) {
        return accounts[port];
    }

    /** The account for packets of an ingress port and priority; null when they may be lost. */
    private IngressAccount losslessAccount(int port, int priority) {
        IngressAccount account = accounts[port];
        return account != null && account.isLossless(priority) ? account : null;
    }

    /**
     * Puts a packet into a queue that has room for it.
     *
     * @return null, or why there is no room in the buffer
     */
    DropReason add(PacketQueue queue, int priority, PacketState packet, int bytes) {
        IngressAccount account = losslessAccount(packet.ingressPort, priority);
        DropReason refusal =
                account == null
                        ? refusal(queue, bytes)
                        : refusalOfLossless(account, priority, bytes);
        if (refusal != null) {
            return refusal;
        }
        long before = queue.sharedBytes();
        queue.add(packet, bytes, account != null);
        sharedUsedBytes += queue.sharedBytes() - before;
        usedBytes += bytes;
        maxUsedBytes = Math.max(maxUsedBytes, usedBytes);
        if (account != null) {
            account.add(priority, bytes);
        }
        return null;
    }

    private DropReason refusal(PacketQueue queue, int bytes) {
        if (totalBytes == QueueConfig.UNLIMITED) {
            return null;
        }
        long shared = queue.sharedBytesWith(bytes);
        if (shared > 0) {
            long freeBytes = sharedBytes - sharedUsedBytes;
            long before = queue.sharedBytes();
            if (shared - before > freeBytes) {
                return DropReason.BUFFER_FULL;
            }
            if (before >= queue.config().alpha() * freeBytes) {
                return DropReason.THRESHOLD;
            }
        }
        return bytes > totalBytes - usedBytes ? DropReason.BUFFER_FULL : null;
    }

    private DropReason refusalOfLossless(IngressAccount account, int priority, int bytes) {
        if (!account.fits(priority, bytes)) {
            return DropReason.HEADROOM_FULL;
        }
        // Only after a change of size can others hold what is set aside.
        return bytes > totalBytes - usedBytes ? DropReason.BUFFER_FULL : null;
    }

    /** Takes the first packet out of a queue. */
    PacketState remove(PacketQueue queue, int priority) {
        int bytes = queue.headBytes();
        boolean accounted = queue.headIsAccounted();
        long before = queue.sharedBytes();
        PacketState packet = queue.remove();
        sharedUsedBytes += queue.sharedBytes() - before;
        usedBytes -= bytes;
        if (accounted) {
            accounts[packet.ingressPort].remove(priority, bytes);
        }
        return packet;
    }

    /** Changes a queue, and with it what it has in the shared part. */
    void configure(PacketQueue queue, QueueConfig config, long nowNs) {
        long before = queue.sharedBytes();
        queue.configure(config, nowNs);
        sharedUsedBytes += queue.sharedBytes() - before;
    }

    BufferStatus status() {
        return new BufferStatus(totalBytes, sharedBytes, usedBytes, maxUsedBytes, sharedUsedBytes);
    }
}
