// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

/**
 * Notification that a table entry has not been hit for its idle timeout. The entry stays; another
 * notification follows if it is not hit within a further timeout.
 *
 * @param table the table's full name
 * @param entry the entry
 * @param timeNs time at which its timeout was over, ns on the switch's clock
 */
public record IdleEntry(String table, TableEntry entry, long timeNs) {}
