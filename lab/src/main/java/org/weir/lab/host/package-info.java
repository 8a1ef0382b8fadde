// SPDX-License-Identifier: Apache-2.0
/**
 * Hosts: they resolve addresses, send flows and messages at a rate, receive, and count what
 * arrives.
 */
package org.weir.lab.host;
