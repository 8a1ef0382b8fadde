// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.List;

/** The programs that are compared. */
public final class Workloads {

    private Workloads() {}

    /** All of them. */
    public static List<Workload> all() {
        return List.of(
                new WeirWorkload(), new AclWorkload(), new HeadersWorkload(), new StateWorkload());
    }
}
