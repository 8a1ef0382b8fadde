// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** Source of the scale F and the crossover rate CR of a trial. */
public enum Adaptation {
    /** F between two bounds, drawn for each generation; CR constant. */
    DITHER,
    /** Learnt as in SHADE, with the population shrinking in L-SHADE (Tanabe and Fukunaga 2014). */
    SUCCESS_HISTORY
}
