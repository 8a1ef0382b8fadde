// SPDX-License-Identifier: Apache-2.0
/** Runs of experiments over seeds and threads, and verdicts on their results. */
package org.weir.lab.experiment.run;
