// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments of the PMQECN, P4QCN and QCN papers, their published statements, and for those that
 * are not reproduced the reasons.
 */
package org.weir.lab.experiment.papers;
