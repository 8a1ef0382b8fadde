// SPDX-License-Identifier: Apache-2.0
/** Hash functions of a stage, and how their bits reach addresses and actions. */
package org.weir.tofino.model.hash;
