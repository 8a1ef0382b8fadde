// SPDX-License-Identifier: Apache-2.0
/** RPM's experiments with TCP: fairness, completion of short flows, reaction time. */
package org.weir.lab.experiment.rpm;
