// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.net.pi.model.PiActionModel;
import org.onosproject.net.pi.model.PiMatchFieldModel;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableModel;

/**
 * Makes P4Names.java from the P4Infos: which constants there are and what they say comes from
 * there; what a constant is called and the sentence above it is kept where there was one before.
 */
final class P4NamesSource {

    private static final String TABLE = "PiTableId";
    private static final String FIELD = "PiMatchFieldId";
    private static final String ACTION = "PiActionId";
    private static final String PARAM = "PiActionParamId";
    private static final String METADATA = "PiPacketMetadataId";
    private static final String NO_ACTION = "NoAction";
    private static final int MAX_COLUMNS = 100;

    private static final Map<String, String> PREFIXES =
            Map.of(
                    TABLE, "TABLE_",
                    FIELD, "FIELD_",
                    ACTION, "ACTION_",
                    PARAM, "PARAM_",
                    METADATA, "METADATA_");

    private static final Pattern CONSTANT =
            Pattern.compile(
                    "(    /\\*\\*.*?\\*/\n)    public static final (Pi\\w+) (\\w+) =\\s+Pi\\w+\\.of\\("
                            + "\"([^\"]+)\"\\);\n\n",
                    Pattern.DOTALL);

    /** By type and then value, what is known of it. */
    private final Map<String, Map<String, String>> facts = new TreeMap<>();

    P4NamesSource(Collection<PiPipelineModel> programs) {
        PREFIXES.keySet().forEach(type -> facts.put(type, new TreeMap<>()));
        programs.forEach(this::collect);
    }

    private void collect(PiPipelineModel program) {
        for (PiTableModel table : program.tables()) {
            Set<String> keys = new TreeSet<>();
            for (PiMatchFieldModel field : table.matchFields()) {
                String kind = field.matchType().toString().toLowerCase(Locale.ROOT);
                keys.add(field.id().id());
                put(FIELD, field.id().id(), "A key, " + kind + ", " + field.bitWidth() + " bits.");
            }
            put(TABLE, table.id().id(), "By " + String.join(", ", keys) + ".");
            for (PiActionModel action : table.actions()) {
                if (!action.id().id().equals(NO_ACTION)) {
                    put(ACTION, action.id().id(), "An action of " + table.id().id() + ".");
                }
                action.params()
                        .forEach(
                                param ->
                                        put(
                                                PARAM,
                                                param.id().id(),
                                                "A parameter, " + param.bitWidth() + " bits."));
            }
        }
        for (PiPacketOperationType type : PiPacketOperationType.values()) {
            program.packetOperationModel(type)
                    .ifPresent(
                            header ->
                                    header.metadatas()
                                            .forEach(
                                                    field ->
                                                            put(
                                                                    METADATA,
                                                                    field.id().id(),
                                                                    "A field of packet headers.")));
        }
    }

    private void put(String type, String value, String fact) {
        facts.get(type).putIfAbsent(value, fact);
    }

    /**
     * The file.
     *
     * @param before the file as it was
     */
    String from(String before) {
        Matcher matcher = CONSTANT.matcher(before);
        Map<String, List<String>> blocks = new LinkedHashMap<>();
        Map<String, Set<String>> seen = new TreeMap<>();
        Set<String> names = new TreeSet<>();
        int first = -1;
        int end = 0;
        while (matcher.find()) {
            first = first < 0 ? matcher.start() : first;
            end = matcher.end();
            String type = matcher.group(2);
            List<String> block = blocks.computeIfAbsent(type, ignored -> new ArrayList<>());
            // Counters are a choice of the program's, those by queue.
            if (!facts.containsKey(type) || facts.get(type).containsKey(matcher.group(4))) {
                block.add(constant(matcher.group(1), type, matcher.group(3), matcher.group(4)));
                seen.computeIfAbsent(type, ignored -> new TreeSet<>()).add(matcher.group(4));
                names.add(matcher.group(3));
            }
        }
        facts.forEach(
                (type, values) ->
                        values.forEach(
                                (value, fact) -> {
                                    if (!seen.getOrDefault(type, Set.of()).contains(value)) {
                                        String name = name(type, value, names);
                                        names.add(name);
                                        blocks.computeIfAbsent(type, ignored -> new ArrayList<>())
                                                .add(constant(javadoc(fact), type, name, value));
                                    }
                                }));
        StringBuilder file = new StringBuilder(before.substring(0, first));
        blocks.values().forEach(block -> block.forEach(file::append));
        return file.append(before.substring(end)).toString();
    }

    private static String name(String type, String value, Set<String> taken) {
        String[] parts = value.toUpperCase(Locale.ROOT).split("\\.");
        String name = "";
        for (int i = parts.length - 1; i >= 0; i--) {
            name = parts[i] + (name.isEmpty() ? "" : "_" + name);
            if (!taken.contains(PREFIXES.get(type) + name)) {
                break;
            }
        }
        return PREFIXES.get(type) + name;
    }

    private static String javadoc(String fact) {
        String line = "    /** " + fact + " */\n";
        if (line.length() - 1 <= MAX_COLUMNS) {
            return line;
        }
        StringBuilder text = new StringBuilder("    /**\n");
        StringBuilder row = new StringBuilder("     *");
        for (String word : fact.split(" ")) {
            if (row.length() + 1 + word.length() > MAX_COLUMNS) {
                text.append(row).append('\n');
                row = new StringBuilder("     *");
            }
            row.append(' ').append(word);
        }
        return text.append(row).append("\n     */\n").toString();
    }

    private static String constant(String javadoc, String type, String name, String value) {
        String left = "    public static final " + type + " " + name + " =";
        String right = type + ".of(\"" + value + "\");";
        boolean fits = left.length() + 1 + right.length() <= MAX_COLUMNS;
        return javadoc + left + (fits ? " " : "\n            ") + right + "\n\n";
    }
}
