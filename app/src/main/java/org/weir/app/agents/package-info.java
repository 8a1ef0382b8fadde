// SPDX-License-Identifier: Apache-2.0
/** Registrations of hosts' agents, with their leases, and the flows that they report. */
package org.weir.app.agents;
