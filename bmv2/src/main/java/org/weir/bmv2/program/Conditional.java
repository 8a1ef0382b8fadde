// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

/**
 * A branch of a pipeline.
 *
 * @param name its name
 * @param condition the tested condition
 * @param nextIfTrue name of the node after it when it holds; null ends the pipeline
 * @param nextIfFalse name of the node when it does not hold; null ends the pipeline
 * @param path its place in the JSON
 */
public record Conditional(
        String name, Expression condition, String nextIfTrue, String nextIfFalse, String path)
        implements Node {}
