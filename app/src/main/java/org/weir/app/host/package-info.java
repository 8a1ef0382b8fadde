// SPDX-License-Identifier: Apache-2.0
/** Hosts of the network, for REST and the shell. */
package org.weir.app.host;
