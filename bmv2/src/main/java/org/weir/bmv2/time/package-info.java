// SPDX-License-Identifier: Apache-2.0
/**
 * The clocks of a switch. They run tasks at given times, as fast as possible or by the wall clock.
 */
package org.weir.bmv2.time;
