// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.base;

import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;

/**
 * Shell command that answers for the whole cluster, and fails on a node that cannot, as REST does.
 * Without contact to ONOS's store a node has only what it knew before.
 */
public abstract class WeirCommand extends AbstractShellCommand {

    /**
     * The service that runs now.
     *
     * @throws RejectedException with the reason if this node cannot answer for the cluster now
     */
    protected static WeirService weir() {
        return inContact(get(WeirService.class));
    }

    /**
     * The same service.
     *
     * @throws RejectedException with the reason if it cannot answer for the cluster now
     */
    static WeirService inContact(WeirService service) {
        service.unavailable()
                .ifPresent(
                        reason -> {
                            throw new RejectedException(
                                    RejectedException.Reason.NODE_UNANSWERED, reason);
                        });
        return service;
    }
}
