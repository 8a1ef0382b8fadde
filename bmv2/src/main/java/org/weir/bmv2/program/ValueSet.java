// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * A value set of the parser.
 *
 * @param name its full name
 * @param maxSize most members
 * @param fieldBits widths in bits of the parts of the transition key that it is compared with
 */
public record ValueSet(String name, int maxSize, List<Integer> fieldBits) {}
