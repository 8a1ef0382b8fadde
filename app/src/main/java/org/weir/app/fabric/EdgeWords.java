// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;

/** Statements of the policy about who is behind a port ({@code edge}, docs/edge.md). */
public interface EdgeWords {

    /** No statement about any port. */
    EdgeWords NONE =
            new EdgeWords() {
                @Override
                public boolean leadsToHosts(ConnectPoint port) {
                    return false;
                }

                @Override
                public boolean permits(ConnectPoint port, IpAddress address) {
                    return true;
                }
            };

    /**
     * Returns true if a port leads to hosts, whatever link discovery finds.
     *
     * @param port port of a switch
     */
    boolean leadsToHosts(ConnectPoint port);

    /**
     * Returns true if hosts at a port may have an address.
     *
     * @param port port of a switch
     * @param address an address of a host; link-local ones are always permitted
     */
    boolean permits(ConnectPoint port, IpAddress address);
}
