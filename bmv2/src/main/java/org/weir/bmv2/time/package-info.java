// SPDX-License-Identifier: Apache-2.0
/** The clocks of a switch: tasks at times, as fast as they can run or by the wall clock. */
package org.weir.bmv2.time;
