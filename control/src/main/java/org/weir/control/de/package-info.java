// SPDX-License-Identifier: Apache-2.0

/**
 * Differential evolution: DE/rand/1/bin, DE/best/1 and L-SHADE, with constraints. It does not
 * depend on ports or queues.
 */
package org.weir.control.de;
