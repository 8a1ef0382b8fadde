// SPDX-License-Identifier: Apache-2.0
/** Statistics of samples: mean, spread, histograms of latency, trends. */
package org.weir.lab.stats;
