// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir soak fabric}: runs fat trees of rising size under ONOS, measures them, and breaks and
 * mends parts.
 */
package org.weir.runner.soak;
