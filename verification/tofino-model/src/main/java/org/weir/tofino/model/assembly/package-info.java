// SPDX-License-Identifier: Apache-2.0
/** p4c's assembly as a tree of nodes, and the numbers, ranges and terms in it. */
package org.weir.tofino.model.assembly;
