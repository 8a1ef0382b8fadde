// SPDX-License-Identifier: Apache-2.0
/**
 * The record of events: one node of the cluster observes the network and the policy, and writes.
 */
package org.weir.app.journal;
