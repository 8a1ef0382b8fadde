// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.ClassView;
import org.weir.app.WeirService;

/** Completes to the classes of the running policy. */
@Service
public final class ClassCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return AbstractShellCommand.get(WeirService.class).classes().stream()
                .map(ClassView::name)
                .collect(Collectors.toList());
    }
}
