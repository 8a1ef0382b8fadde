// SPDX-License-Identifier: Apache-2.0
/** Experiments of TCP over one bottleneck with drop-tail, CoDel, PIE and DualPI2. */
package org.weir.lab.experiment.aqm;
