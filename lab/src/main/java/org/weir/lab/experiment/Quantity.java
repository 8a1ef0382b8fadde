// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

/**
 * Something that a scenario measures.
 *
 * @param name in files
 * @param label for people
 * @param unit for people; empty for a pure number
 */
public record Quantity(String name, String label, String unit) {}
