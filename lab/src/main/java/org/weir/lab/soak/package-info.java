// SPDX-License-Identifier: Apache-2.0
/** Long runs in virtual time, and the detection of growth of the process in them. */
package org.weir.lab.soak;
