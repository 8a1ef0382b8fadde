// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

/**
 * Provider of an extern in Java for P4 programs, which declare it with {@code extern}; p4c passes
 * it on with {@code --emit-externs}. Modules name their providers in {@code
 * META-INF/services/org.weir.bmv2.extern.ExternProvider} and are loaded with {@code
 * --load-modules}, which is also stock BMv2's option for its shared libraries.
 */
public interface ExternProvider {

    /** The P4 name of the extern: of an object's type, such as {@code Meter2}, or of a function. */
    String type();

    /**
     * Makes one for a program that is being loaded: once for each object that the program
     * instantiates, and once for a function, however often it is called. State kept in it belongs
     * to that program in that switch. Called on any thread, and on several at once when several
     * switches load programs.
     *
     * @throws IllegalArgumentException when the object cannot be made of these arguments; the
     *     message names the one and the rule
     */
    Extern create(ExternInstance instance);
}
