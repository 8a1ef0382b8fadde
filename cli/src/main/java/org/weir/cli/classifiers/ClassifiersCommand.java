// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.classifiers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.weir.app.WeirService;
import org.weir.app.classifier.ClassifierView;
import org.weir.app.explain.KnownNames;
import org.weir.app.json.ClassifierJson;
import org.weir.cli.ClassCompleter;
import org.weir.cli.base.WeirCommand;
import org.weir.cli.completion.DeviceCompleter;
import org.weir.cli.text.TextTable;

/** Shell command that shows the classifiers. */
@Service
@Command(
        scope = "onos",
        name = "weir-classifiers",
        description = "Shows Weir's match rules by precedence, and what they have matched")
public final class ClassifiersCommand extends WeirCommand {

    private static final String UNKNOWN = "-";

    @Option(name = "--class", description = "Only those of a class")
    @Completion(ClassCompleter.class)
    private String className;

    @Argument(name = "device", description = "switch whose counters are printed (default: all)")
    @Completion(DeviceCompleter.class)
    private String device;

    @Override
    protected void doExecute() {
        WeirService weir = weir();
        KnownNames.requireDevice(weir, device);
        KnownNames.requireClass(weir, className);
        List<ClassifierView> found =
                weir.classifiers(Optional.ofNullable(device)).stream()
                        .filter(one -> className == null || one.className().equals(className))
                        .collect(Collectors.toList());
        if (outputJson()) {
            ObjectNode node = mapper().createObjectNode();
            node.set("classifiers", ClassifierJson.CLASSIFIER.writeAll(found));
            print("%s", node);
            return;
        }
        lines(found).forEach(line -> print("%s", line));
    }

    /** A heading and one line per classifier; {@code -} is unknown. */
    static List<String> lines(List<ClassifierView> classifiers) {
        TextTable table =
                new TextTable("match", "precedence", "class", "devices", "packets", "bytes");
        for (ClassifierView one : classifiers) {
            table.row(
                    one.match().map(ClassifiersCommand::words).orElse("everything else"),
                    String.valueOf(one.precedence()),
                    one.className(),
                    String.valueOf(one.count().devices()),
                    number(one.count().packets()),
                    number(one.count().bytes()));
        }
        return table.lines();
    }

    /** A match rule as in {@code dscp=46 source=10.0.0.0/8}. */
    private static String words(JsonNode match) {
        List<String> words = new ArrayList<>();
        match.fields()
                .forEachRemaining(
                        field ->
                                words.add(
                                        field.getKey()
                                                + "="
                                                + (field.getValue().isTextual()
                                                        ? field.getValue().asText()
                                                        : field.getValue().toString())));
        return words.isEmpty() ? "everything" : String.join(" ", words);
    }

    private static String number(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : UNKNOWN;
    }
}
