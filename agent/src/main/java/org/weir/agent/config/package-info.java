// SPDX-License-Identifier: Apache-2.0
/** Settings of the agent: what its options and its file say. */
package org.weir.agent.config;
