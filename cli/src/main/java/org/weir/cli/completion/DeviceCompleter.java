// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.completion;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.DeviceView;
import org.weir.app.WeirService;

/** Completes to the switches. */
@Service
public final class DeviceCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return AbstractShellCommand.get(WeirService.class).devices().stream()
                .map(DeviceView::device)
                .collect(Collectors.toList());
    }
}
