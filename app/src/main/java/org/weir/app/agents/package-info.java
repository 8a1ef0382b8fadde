// SPDX-License-Identifier: Apache-2.0
/** Agents of hosts that have registered: who they are, and until when. */
package org.weir.app.agents;
