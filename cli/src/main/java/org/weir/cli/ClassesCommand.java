// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.ClassView;
import org.weir.app.WeirService;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.ClassJson;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.text.ClassText;

/** Shows the traffic classes, what they are promised and what belongs to them. */
@Service
@Command(
        scope = "onos",
        name = "weir-classes",
        description = "Shows Weir's traffic classes, their targets and match rules")
public final class ClassesCommand extends WeirCommand {

    @Argument(name = "class", description = "name of a class (default: all classes)")
    @Completion(ClassCompleter.class)
    private String name;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        KnownNames.requireClass(weir, name);
        List<ClassView> classes =
                name == null
                        ? weir.classes()
                        : weir.trafficClass(name).stream().collect(Collectors.toList());
        if (outputJson()) {
            JsonNode policy = weir.policyDocument().orElseGet(mapper()::createObjectNode);
            ObjectNode node = mapper().createObjectNode();
            node.set("classes", ClassJson.classes(classes, policy));
            print("%s", node);
            return;
        }
        if (!weir.configured()) {
            print("No policy is running: there are no classes yet.");
            return;
        }
        ClassText.lines(classes).forEach(line -> print("%s", line));
    }
}
