// SPDX-License-Identifier: Apache-2.0
/** Writes stored results as the results page, as plots, and as {@code docs/results.md}. */
package org.weir.lab.report;
