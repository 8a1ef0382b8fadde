// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;

/**
 * One step of an action, of a parser state or of the deparser.
 *
 * @param operation as in the JSON, such as {@code assign}
 * @param arguments its operands
 * @param path its place in the JSON
 * @param source file, line and text it was compiled from; may be empty
 */
public record Primitive(String operation, List<Expression> arguments, String path, String source) {}
