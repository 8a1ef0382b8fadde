// SPDX-License-Identifier: Apache-2.0
/** Runs experiments over seeds and threads, and says what came out. */
package org.weir.lab.experiment.run;
