// SPDX-License-Identifier: Apache-2.0
/** Experiments of TCP over one bottleneck with the usual AQM algorithms. */
package org.weir.lab.experiment.aqm;
