// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.tcp.send.Sender;

/** Observer of the connections of a network's senders; it changes nothing in them. */
@FunctionalInterface
public interface TcpObserver {
    /** Observes nothing. */
    TcpObserver NONE = (message, sender) -> {};

    /** A message's connection is established. */
    void established(Message message, Sender sender);
}
