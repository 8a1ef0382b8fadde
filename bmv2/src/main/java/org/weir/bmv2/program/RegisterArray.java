// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

/**
 * An array of registers.
 *
 * @param name its full name
 * @param size number of registers
 * @param bitWidth width of each
 */
public record RegisterArray(String name, int size, int bitWidth) {}
