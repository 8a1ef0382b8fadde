// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * Memory, threads and open handles of this process.
 *
 * @param heapBytes used just after a full collection, bytes
 * @param threads that live
 * @param handles files and sockets that are open; empty where the system does not tell
 */
record ProcessState(long heapBytes, int threads, OptionalLong handles) {
    /**
     * HotSpot's serial collector leaves some garbage where it is to move less, but for each fourth
     * time; objects that one collection finds finalisable are collected by the next.
     */
    private static final int COLLECTIONS = 4;

    /** Collects all garbage, and reads. */
    static ProcessState now() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        OptionalLong handles = OptionalLong.empty();
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                && unix.getOpenFileDescriptorCount() >= 0) {
            handles = OptionalLong.of(unix.getOpenFileDescriptorCount());
        }
        return new ProcessState(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                handles);
    }
}
