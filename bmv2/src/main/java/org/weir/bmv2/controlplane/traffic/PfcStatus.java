// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.traffic;

/**
 * State and counters of a port's flow control of one priority since the port was attached.
 *
 * @param priority 0 to 7
 * @param receivedPauses frames that asked the port to pause
 * @param receivedResumes frames that asked it to resume at once
 * @param sentPauses frames that asked its peer to pause
 * @param sentResumes frames that asked its peer to resume at once
 * @param pausedUntilNs time at which the pause asked by the peer ends, ns; in the past when there
 *     is none
 * @param pausing whether the thresholds ask the peer to pause
 * @param ingressBytes bytes that came in by the port and wait, where the priority is lossless
 */
public record PfcStatus(
        int priority,
        long receivedPauses,
        long receivedResumes,
        long sentPauses,
        long sentResumes,
        long pausedUntilNs,
        boolean pausing,
        long ingressBytes) {}
