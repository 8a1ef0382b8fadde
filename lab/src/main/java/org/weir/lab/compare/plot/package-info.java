// SPDX-License-Identifier: Apache-2.0
/** Plots of a comparison as SVG for print, and the same as Vega-Lite specifications. */
package org.weir.lab.compare.plot;
