// SPDX-License-Identifier: Apache-2.0
/**
 * Receiving half of a TCP connection: order, selective acknowledgements, delayed acknowledgements
 * and the echo of marks.
 */
package org.weir.lab.host.transport.tcp.receive;
