// SPDX-License-Identifier: Apache-2.0
/** The reaction point of real hosts, which keeps a flow near its part of λ*. */
package org.weir.reaction.share;
