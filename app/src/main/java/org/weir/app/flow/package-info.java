// SPDX-License-Identifier: Apache-2.0
/** Flows that agents of hosts shape, as the agents report them. */
package org.weir.app.flow;
