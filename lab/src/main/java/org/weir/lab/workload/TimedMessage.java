// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import org.weir.lab.host.transport.Message;

/**
 * A message with its start, sender and receiver.
 *
 * @param startNs time at which the application hands it over, ns
 * @param from index of the sending host in its network
 * @param to index of the receiving host
 * @param message the message
 */
public record TimedMessage(long startNs, int from, int to, Message message) {}
