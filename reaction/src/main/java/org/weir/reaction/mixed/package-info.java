// SPDX-License-Identifier: Apache-2.0
/** The reaction point of hosts that send messages and flows that last. */
package org.weir.reaction.mixed;
