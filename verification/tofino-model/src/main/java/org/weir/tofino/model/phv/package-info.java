// SPDX-License-Identifier: Apache-2.0
/** The containers of the packet header vector, and the names of fields in them. */
package org.weir.tofino.model.phv;
