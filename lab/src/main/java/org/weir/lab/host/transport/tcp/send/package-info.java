// SPDX-License-Identifier: Apache-2.0
/**
 * Sending half of a TCP connection: what is in flight, what is lost, and when it is sent again.
 * Positions are bytes of the stream from its start, without the wrap of sequence numbers.
 */
package org.weir.lab.host.transport.tcp.send;
