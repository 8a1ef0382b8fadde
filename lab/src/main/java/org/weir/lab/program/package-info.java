// SPDX-License-Identifier: Apache-2.0
/**
 * Switch programs that run without a controller: static routes, and the settings of Weir or of
 * another scheme, written once.
 */
package org.weir.lab.program;
