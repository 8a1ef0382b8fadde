// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.onosproject.cli.AbstractShellCommand;
import org.weir.app.WeirService;
import org.weir.app.change.PolicyChanges;
import org.weir.app.json.ChangeJson;
import org.weir.cli.text.ChangeText;

/** Shows the versions of the policy. */
@Service
@Command(
        scope = "onos",
        name = "weir-policy-versions",
        description = "Shows the versions of the policy with their authors")
public final class PolicyVersionsCommand extends AbstractShellCommand {

    @Override
    protected void doExecute() {
        PolicyChanges changes = get(WeirService.class).changes();
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
}
