// SPDX-License-Identifier: Apache-2.0
/** The lab's TCP beside Linux's, over the same network: {@code weir bench tcp-linux}. */
package org.weir.bench.tcp;
