// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

import java.util.Optional;

/** The extern {@code Total} of {@code externs.p4}: adds up values, modulo 2^32. */
public final class TotalProvider implements ExternProvider {

    @Override
    public String type() {
        return "Total";
    }

    @Override
    public Extern create(ExternInstance instance) {
        if (!instance.numbers().containsKey("start")) {
            throw new IllegalArgumentException("start: is missing");
        }
        long[] total = {instance.numbers().get("start").longValue()};
        return name ->
                name.equals("add")
                        ? Optional.of(
                                call -> {
                                    total[0] += call.word(0);
                                    call.set(1, total[0]);
                                })
                        : Optional.empty();
    }
}
