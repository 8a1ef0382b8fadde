// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.List;

/**
 * Queues that a P4 program keeps itself, beside those of the switch: one virtual queue per class,
 * for example. The program counts their packets in counter arrays. gNMI serves them as further
 * output queues of each port while a program runs that has all arrays of {@link #transmitted}.
 *
 * <p>Providers are found by {@link java.util.ServiceLoader}. In each method that returns names, the
 * counters of several arrays are added up. The names are those of P4Info. An array that the running
 * program lacks makes the value absent.
 */
public interface ProgramQueues {

    /** Beginning of the queues' names, such as {@code class-}; the queue's number follows. */
    String namePrefix();

    /** Queues of a port; counters have the index {@code port * queuesPerPort + queue}. */
    int queuesPerPort();

    /** Arrays that count packets that left a queue. */
    List<String> transmitted();

    /** Arrays that count packets that the program dropped at a queue. */
    List<String> dropped();

    /** Arrays that count packets that the program marked with CE at a queue. */
    List<String> ecnMarked();
}
