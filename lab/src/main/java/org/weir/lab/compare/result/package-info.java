// SPDX-License-Identifier: Apache-2.0
/** What a comparison measured: runs, their means and intervals, fronts; as tables and CSV. */
package org.weir.lab.compare.result;
