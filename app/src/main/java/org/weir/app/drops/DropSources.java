// SPDX-License-Identifier: Apache-2.0
package org.weir.app.drops;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.DeviceId;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.flow.FlowId;
import org.weir.pipelines.SwitchDropReading;

/**
 * Counters of packets that a switch drops outside queues: those of its program, of its ports and of
 * its access list.
 */
interface DropSources {

    /**
     * Ports by which packets of users come and go, those that are down included.
     *
     * @param device switch
     * @return port numbers
     */
    Set<Long> ports(DeviceId device);

    /**
     * Asks the switch what its program dropped.
     *
     * @param device switch
     * @param ports ports that packets came in by
     * @return the answer; fails when there is none
     */
    CompletableFuture<SwitchDropReading> program(DeviceId device, Set<Long> ports);

    /**
     * Returns the port statistics that ONOS has read last.
     *
     * @param device switch
     * @param ports ports
     * @return their statistics, the same objects until ONOS reads them again; none of ports that it
     *     has not read
     */
    List<PortStatistics> statistics(DeviceId device, Set<Long> ports);

    /**
     * Returns the packets dropped by those entries of the access list that drop.
     *
     * @param device switch
     * @return packets by entry
     */
    Map<FlowId, Long> accessList(DeviceId device);

    /** Begins to follow the counters that ONOS reads by itself. */
    default void start() {}

    /** Ends what {@link #start} began. */
    default void stop() {}
}
