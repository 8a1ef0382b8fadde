// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.RejectedException;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ChangeJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.VersionCompleter;
import org.weir.cli.text.ChangeText;

/** Shows the versions of the policy. */
@Service
@Command(
        scope = "onos",
        name = "weir-policy-versions",
        description = "Shows the versions of the policy with their authors")
public final class PolicyVersionsCommand extends WeirCommand {

    @Argument(name = "version", description = "number of a version, to see what it changed")
    @Completion(VersionCompleter.class)
    private long number;

    @Override
    protected void doExecute() {
        PolicyChanges changes = weir().changes();
        if (number != 0) {
            VersionStep step = changes.version(number).orElseThrow(this::unknown);
            if (outputJson()) {
                print("%s", ChangeJson.VERSION_DETAIL.write(step));
            } else {
                ChangeText.version(step, changes.version()).forEach(line -> print("%s", line));
            }
            return;
        }
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.put("running", changes.version());
            node.set("versions", ChangeJson.VERSION.writeAll(changes.versions()));
            print("%s", node);
            return;
        }
        ChangeText.versions(changes.versions(), changes.version())
                .forEach(line -> print("%s", line));
    }

    private RejectedException unknown() {
        return new RejectedException(
                RejectedException.Reason.UNKNOWN, "there is no version " + number);
    }
}
