// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import org.weir.bmv2.program.header.FieldRef;

/**
 * An array of meters.
 *
 * @param name its full name
 * @param size number of meters
 * @param measuresBytes whether it measures bytes; packets otherwise
 * @param isDirect whether it belongs to a table's entries
 * @param result field that gets the colour of a direct meter; null for others
 */
public record MeterArray(
        String name, int size, boolean measuresBytes, boolean isDirect, FieldRef result) {}
