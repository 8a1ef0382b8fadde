// SPDX-License-Identifier: Apache-2.0
/** Filters of a series of readings: a smooth estimate, and the detection of a shift. */
package org.weir.control.filter;
