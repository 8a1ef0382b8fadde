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

/** Where it is told what a switch dropped outside queues. */
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
     * What ONOS has read of ports.
     *
     * @param device switch
     * @param ports ports
     * @return their statistics, the same objects until ONOS reads them again; none of ports that it
     *     has not read
     */
    List<PortStatistics> statistics(DeviceId device, Set<Long> ports);

    /**
     * What entries of the access list that drop packets have dropped.
     *
     * @param device switch
     * @return packets by entry
     */
    Map<FlowId, Long> accessList(DeviceId device);

    /** Begins to follow what is not asked for each time. */
    default void start() {}

    /** Ends what {@link #start} began. */
    default void stop() {}
}
