// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/**
 * Transport of messages from host to host: the work of a host's network adapter or operating
 * system. It may pace by a rate, as {@link RateTransport} does, or have windows and
 * acknowledgements, as TCP does. Its frames can use any protocol that the switches' program
 * forwards. One object serves all hosts of a network and has no state of single hosts.
 */
@FunctionalInterface
public interface Transport {
    /**
     * Its part in one host.
     *
     * @param port services of the host
     */
    Endpoint start(HostPort port);
}
