// SPDX-License-Identifier: Apache-2.0
/** The lab's TCP beside the formulas that are known of its congestion control. */
package org.weir.lab.experiment.tcp;
