// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.events;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;
import org.weir.app.event.EventKind;

/** Completes to the kinds of event. */
@Service
public final class EventKindCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return List.of(EventKind.words());
    }
}
