// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

/** Sizes that the P4 program fixes and a controller has to respect. */
public final class P4Limits {

    /** Port by which the controller's packets come and go. */
    public static final int CPU_PORT = 255;

    /** Highest port number whose queues are managed; the lowest is 1. */
    public static final int MAX_MANAGED_PORT = 63;

    /** Classes per port. */
    public static final int CLASS_COUNT = 8;

    /** Buckets of a next-hop group; all of them are always filled. */
    public static final int ECMP_BUCKET_COUNT = 16;

    /** Buckets of the delay histogram of a queue. */
    public static final int DELAY_BUCKET_COUNT = 64;

    /** Width of a port number, in bits. */
    public static final int PORT_BITS = 9;

    /** Width of the packet headers' padding, in bits. */
    public static final int PAD_BITS = 7;

    /** Clone session of feedback packets. */
    public static final int FEEDBACK_CLONE_SESSION = 1;

    /** Clone session of copies and reports to the controller. */
    public static final int CPU_CLONE_SESSION = 2;

    private P4Limits() {}

    /**
     * Whether the queues of a port can be managed.
     *
     * @param port port number
     * @return whether the program keeps queues for it
     */
    public static boolean managed(long port) {
        return port >= 1 && port <= MAX_MANAGED_PORT;
    }

    /**
     * Index of a queue in the program's counters.
     *
     * @param port port number, 1..63
     * @param classIndex class, 0..7
     * @return index, 0..511
     * @throws IllegalArgumentException if a number is out of its range
     */
    public static int queueIndex(long port, int classIndex) {
        if (!managed(port)) {
            throw new IllegalArgumentException(
                    "port " + port + ": the program manages ports 1.." + MAX_MANAGED_PORT);
        }
        if (classIndex < 0 || classIndex >= CLASS_COUNT) {
            throw new IllegalArgumentException(
                    "class " + classIndex + ": the program has classes 0.." + (CLASS_COUNT - 1));
        }
        return (int) port * CLASS_COUNT + classIndex;
    }
}
