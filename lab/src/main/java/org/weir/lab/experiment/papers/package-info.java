// SPDX-License-Identifier: Apache-2.0
/**
 * The experiments of the PMQECN, P4QCN and QCN papers, what was published of them, and where it
 * does not come out, why.
 */
package org.weir.lab.experiment.papers;
