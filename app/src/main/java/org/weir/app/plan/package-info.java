// SPDX-License-Identifier: Apache-2.0

/**
 * Plans: policies that are not in force yet, with their predicted effect; and the guard, which
 * restores the previous policy if targets are missed more often than before.
 */
package org.weir.app.plan;
