// SPDX-License-Identifier: Apache-2.0

/**
 * The solver. An {@link org.weir.control.solver.Objective} turns a {@link
 * org.weir.control.solver.PortProblem} into weights, marking thresholds, queue limits and target
 * rates. {@code targets} is Weir's objective, {@code published} that of the PMQECN paper.
 */
package org.weir.control.solver;
