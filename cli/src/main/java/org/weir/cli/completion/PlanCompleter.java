// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.completion;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.WeirService;

/** Completes to the numbers of plans. */
@Service
public final class PlanCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return AbstractShellCommand.get(WeirService.class).changes().plans().stream()
                .map(plan -> Long.toString(plan.number()))
                .collect(Collectors.toList());
    }
}
