// SPDX-License-Identifier: Apache-2.0

/**
 * Interface to schedulers that keep the weights outside the switch program, such as that of a
 * Tofino.
 */
package org.weir.control.scheduler;
