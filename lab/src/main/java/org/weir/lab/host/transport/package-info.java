// SPDX-License-Identifier: Apache-2.0
/** Transports: they bring messages from host to host in packets, and retransmit what was lost. */
package org.weir.lab.host.transport;
