// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

/** Sizes that the P4 programs fix and a controller has to respect, the same on every platform. */
public final class P4Limits {

    /** Classes per port. */
    public static final int CLASS_COUNT = 8;

    /** Buckets of a next-hop group; all of them are always filled. */
    public static final int ECMP_BUCKET_COUNT = 16;

    /** Buckets of the delay histogram of a queue. */
    public static final int DELAY_BUCKET_COUNT = 64;

    /** Width of a port number, in bits. */
    public static final int PORT_BITS = 9;

    /** Largest port number. */
    public static final int MAX_PORT = (1 << PORT_BITS) - 1;

    /** Width of the packet headers' padding, in bits. */
    public static final int PAD_BITS = 7;

    /** Clone session of feedback packets. */
    public static final int FEEDBACK_CLONE_SESSION = 1;

    /** Clone session of copies and reports to the controller. */
    public static final int CPU_CLONE_SESSION = 2;

    private P4Limits() {}
}
