// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

/** A step of a pipeline. */
public sealed interface Node permits Table, Conditional {

    /** Its name, by which others say what comes next. */
    String name();
}
