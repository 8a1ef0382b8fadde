// SPDX-License-Identifier: Apache-2.0
/** Counters and stateful tables, which a match table accesses for each packet. */
package org.weir.tofino.model.attached;
