// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/**
 * How messages get from host to host: what a host's NIC or its operating system does. It may pace
 * by a rate, as {@link RateTransport}, or keep windows and acknowledge as TCP does; its frames may
 * be anything that the switches' program carries. One object serves all hosts of a network and
 * holds no state of any.
 */
@FunctionalInterface
public interface Transport {
    /**
     * Its part in one host.
     *
     * @param port what it may use of the host
     */
    Endpoint start(HostPort port);
}
