// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a {@code simple_switch} whose ports are pipes and whose clock stands still, for {@code weir
 * bench}.
 */
package org.weir.runner.stock.files;
