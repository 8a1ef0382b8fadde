// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * A message to the control plane.
 *
 * @param id its number
 * @param name its full name
 * @param fields values in the message, in order
 */
public record DigestType(int id, String name, List<Expression> fields) {}
