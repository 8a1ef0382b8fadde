// SPDX-License-Identifier: Apache-2.0
/**
 * A network from its description: reads {@code network.json}, builds hosts, links and switches, and
 * runs them.
 */
package org.weir.lab.network;
