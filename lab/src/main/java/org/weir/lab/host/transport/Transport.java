// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/**
 * Transport of messages from host to host: the work of a host's NIC or its operating system. It may
 * pace by a rate, as {@link RateTransport}, or keep windows and acknowledge as TCP does; its frames
 * may be anything that the switches' program carries. One object serves all hosts of a network and
 * holds no state of any.
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
