// SPDX-License-Identifier: Apache-2.0
/** Measurements of a comparison: runs, their means and intervals, fronts; as tables and CSV. */
package org.weir.lab.compare.result;
