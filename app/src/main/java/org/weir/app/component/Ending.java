// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps by which the application ends. A step that fails, for instance because ONOS's store does
 * not answer, keeps no other from being done: nobody ends a second time what was left running.
 */
final class Ending {

    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);

    private Ending() {}

    /**
     * Carries out a step; logs what it throws.
     *
     * @param what words on what ends, for messages
     * @param step ends it
     */
    static void step(String what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            LOG.warn("{}: not ended in order: {}", what, e.toString());
        }
    }
}
