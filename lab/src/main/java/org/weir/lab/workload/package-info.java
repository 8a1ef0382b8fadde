// SPDX-License-Identifier: Apache-2.0
/**
 * Generates traffic: pairs of hosts, arrival of messages, and published distributions of message
 * sizes.
 */
package org.weir.lab.workload;
