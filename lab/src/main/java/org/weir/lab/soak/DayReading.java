// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

/**
 * Reading at an instant of a simulated day.
 *
 * @param timeNs since the start, virtual ns
 * @param process memory, threads and handles of the process
 * @param tableEntries of all tables of all switches
 * @param pendingEvents of the engine
 * @param solves ports solved so far, one for each port and round
 * @param resolves settings sent to switches so far
 * @param packets places of all packets
 */
record DayReading(
        long timeNs,
        ProcessState process,
        long tableEntries,
        int pendingEvents,
        long solves,
        long resolves,
        PacketBalance packets) {}
