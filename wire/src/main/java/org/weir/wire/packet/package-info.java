// SPDX-License-Identifier: Apache-2.0
/** Ethernet frames and Internet checksums. */
package org.weir.wire.packet;
