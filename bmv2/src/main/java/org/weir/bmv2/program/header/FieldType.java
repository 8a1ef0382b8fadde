// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

/**
 * A field of a header type.
 *
 * @param name its name
 * @param bitWidth width in bits; for a field of variable width the most it can have
 * @param isSigned whether its value is a two's complement number
 * @param isVariable whether its width is set when it is extracted (P4's varbit)
 */
public record FieldType(String name, int bitWidth, boolean isSigned, boolean isVariable) {}
