// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.util.Optional;

/** An extern object of a loaded program, or an extern function, which is its own only method. */
@FunctionalInterface
public interface Extern {

    /**
     * Method that a program calls, looked up once when the program is loaded; empty when there is
     * no such method.
     *
     * @param name the method's P4 name; for a function, the function's
     */
    Optional<ExternMethod> method(String name);
}
