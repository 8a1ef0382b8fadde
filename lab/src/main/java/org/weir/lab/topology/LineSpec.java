// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import org.weir.lab.host.config.HostConfig;

/**
 * Properties of the links of a generated network, and of the queues of the ports at their ends.
 *
 * @param rateBps of the ports at both ends, bit/s, 1 to {@link HostConfig#MAX_RATE_BPS}
 * @param delayNs from the last bit sent to the last bit received, ns, not negative
 * @param queuePackets packets that each queue at its ends holds, above 0
 */
public record LineSpec(long rateBps, long delayNs, int queuePackets) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the field and the rule
     */
    public LineSpec {
        if (rateBps < 1 || rateBps > HostConfig.MAX_RATE_BPS) {
            throw new IllegalArgumentException(
                    "rateBps must be 1 to " + HostConfig.MAX_RATE_BPS + ", not " + rateBps);
        }
        if (delayNs < 0) {
            throw new IllegalArgumentException("delayNs must not be negative: " + delayNs);
        }
        if (queuePackets < 1) {
            throw new IllegalArgumentException("queuePackets must be above 0, not " + queuePackets);
        }
    }
}
