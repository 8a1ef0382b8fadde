// SPDX-License-Identifier: Apache-2.0
/** ABC's experiments: two clients share a bottleneck, with constant rates and with TCP. */
package org.weir.lab.experiment.abc;
