// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractChoicesCompleter;

/** Completes to what can be changed of a class. */
@Service
public final class ClassOptionCompleter extends AbstractChoicesCompleter {

    @Override
    protected List<String> choices() {
        return ClassOptions.names();
    }
}
