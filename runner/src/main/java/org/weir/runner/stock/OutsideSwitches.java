// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.util.List;
import org.weir.lab.network.SwitchPrograms;

/** Switches of {@code weir up} that others have written, each in a network namespace. */
public interface OutsideSwitches extends SwitchPrograms {

    /** Namespaces of killed runs that were taken away. */
    List<String> removedLeftovers();

    /**
     * Counts of frames sent, waiting and dropped in front of each line, one text per port; for the
     * engine's thread.
     */
    List<String> lineReport();
}
