// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.util.Optional;

/** The extern function {@code invert} of {@code externs.p4}. */
public final class InvertProvider implements ExternProvider {

    @Override
    public String type() {
        return "invert";
    }

    @Override
    public Extern create(ExternInstance instance) {
        return name -> Optional.of(InvertProvider::invert);
    }

    private static void invert(ExternCall call) {
        if (call.value(2).signum() != 0) {
            call.set(0, call.value(0).not());
        }
        call.set(3, call.word(1) / 2);
    }
}
