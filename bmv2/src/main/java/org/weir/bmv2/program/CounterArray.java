// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

/**
 * An array of counters.
 *
 * @param name its full name
 * @param size number of counters
 * @param isDirect whether it belongs to a table's entries
 * @param table full name of that table; null for others
 */
public record CounterArray(String name, int size, boolean isDirect, String table) {}
