// SPDX-License-Identifier: Apache-2.0
/** Shell commands about hosts with an agent. */
package org.weir.cli.agents;
