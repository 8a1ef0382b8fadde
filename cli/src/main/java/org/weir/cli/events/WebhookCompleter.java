// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.WeirService;

/** Completes to the names of the webhooks. */
@Service
public final class WebhookCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return AbstractShellCommand.get(WeirService.class).webhooks().all().stream()
                .map(view -> view.webhook().name())
                .collect(Collectors.toList());
    }
}
