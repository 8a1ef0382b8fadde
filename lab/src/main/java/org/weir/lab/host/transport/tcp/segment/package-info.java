// SPDX-License-Identifier: Apache-2.0
/** TCP segments as frames, and sequence numbers modulo 2³². */
package org.weir.lab.host.transport.tcp.segment;
