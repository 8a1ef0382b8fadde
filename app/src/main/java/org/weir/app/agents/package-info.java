// SPDX-License-Identifier: Apache-2.0
/** Registrations of hosts' agents, with their leases. */
package org.weir.app.agents;
