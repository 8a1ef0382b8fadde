// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.WeirService;

/** Completes to the devices and ports under control. */
@Service
public final class PortCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        List<String> choices = new ArrayList<>();
        AbstractShellCommand.get(WeirService.class)
                .ports()
                .forEach(
                        port -> {
                            if (!choices.contains(port.device())) {
                                choices.add(port.device());
                            }
                            choices.add(port.device() + "/" + port.port());
                        });
        return choices;
    }
}
