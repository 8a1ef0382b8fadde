// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Collection;
import org.onosproject.net.driver.HandlerBehaviour;
import org.onosproject.net.flow.FlowRule;

/**
 * Changes the actions of table entries of a device at once, in one request, past ONOS's flow rule
 * subsystem.
 *
 * <p>A rule takes tens of milliseconds through that subsystem: its store, its queues, the driver
 * and the cluster's stores that the driver asks. Packets are lost meanwhile when a link has failed.
 * The same rules have to be given to ONOS afterwards, which then writes them again, unchanged.
 *
 * <p>An instance may be kept while its device keeps its pipeconf and address.
 */
public interface EntryActions extends HandlerBehaviour {

    /**
     * Gives entries that are in the device another action; returns at once. What fails is logged.
     *
     * @param rules rules with the matches of those entries
     */
    void modify(Collection<FlowRule> rules);
}
