// SPDX-License-Identifier: Apache-2.0

/**
 * Ports, classes, targets and settings: the values that the other packages share. The symbols of
 * the queue model are λ (arrival rate), μ (service rate), ω (weight), K (marking threshold) and N
 * (port capacity); docs/naming.md defines all terms.
 */
package org.weir.control;
