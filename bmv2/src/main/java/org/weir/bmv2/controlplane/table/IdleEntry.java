// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

/**
 * Tells that a table entry has not been hit for its idle timeout. The entry stays; when it is not
 * hit either within a further timeout it is told again.
 *
 * @param table the table's full name
 * @param entry the entry
 * @param timeNs when its timeout was over, on the switch's clock
 */
public record IdleEntry(String table, TableEntry entry, long timeNs) {}
