// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

/**
 * A time in which an engine that keeps to the wall clock stood still, because the machine did
 * something else.
 *
 * @param atNs begin, ns since a run's
 * @param lengthNs length, ns, above 0
 */
public record Stall(long atNs, long lengthNs) {}
