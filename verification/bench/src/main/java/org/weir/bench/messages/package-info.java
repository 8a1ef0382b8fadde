// SPDX-License-Identifier: Apache-2.0
/** Messages over Linux's TCP, each on a connection of its own: arrivals, ends, and figures. */
package org.weir.bench.messages;
