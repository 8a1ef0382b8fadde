// SPDX-License-Identifier: Apache-2.0
/** A match-action stage: gateways, keys, tables and their entries. */
package org.weir.tofino.model.stage;
