// SPDX-License-Identifier: Apache-2.0

/**
 * Plans: policies that are tried on paper before they come into force, and the guard that takes a
 * policy back when targets are missed more than before.
 */
package org.weir.app.plan;
