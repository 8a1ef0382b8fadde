// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

/** One source of events, which the recording node looks at again and again. */
interface Observation {

    /** Notes the present state, from which the first look tells changes. */
    void begin();

    /** Records what has changed since the look before. */
    void look();
}
