// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir soak fabric}: runs fat trees of rising size under ONOS, measures them, and breaks and
 * mends parts. {@code weir soak cluster}: kills and restarts the masters of three ONOS nodes.
 */
package org.weir.runner.soak;
