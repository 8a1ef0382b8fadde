// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableModel;
import org.weir.pipelines.platform.Platforms;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.PacketMetadata;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The names in {@code org.weir.wire.p4} against the committed P4Infos of all platforms: each one is
 * in a P4Info, and none that a controller can use is absent.
 */
class WireNamesTest {

    private static final String NO_ACTION = "NoAction";

    /** The programs of all platforms. */
    static List<PiPipelineModel> packedPrograms() {
        Pipeconfs pipeconfs = new Pipeconfs();
        return Platforms.all().stream()
                .filter(pipeconfs::isPacked)
                .map(platform -> pipeconfs.build(platform).pipelineModel())
                .collect(Collectors.toList());
    }

    /** The actions that put a generation into force. */
    static Set<String> useGenerations() {
        Set<String> names = new TreeSet<>();
        for (int us = WeirIngress.QueueSettings.MIN_RATE_WINDOW_US;
                us <= WeirIngress.QueueSettings.MAX_RATE_WINDOW_US;
                us *= 2) {
            names.add(WeirIngress.QueueSettings.useGeneration(us));
        }
        return names;
    }

    @Test
    void thereIsAProgramOfEachPlatform() {
        assertThat(packedPrograms()).hasSize(Platforms.all().size());
    }

    @Test
    void controlBlocksHaveTheNamesOfTheirTablesActionsCountersAndActionProfiles() {
        Set<String> names = new TreeSet<>();
        for (PiPipelineModel program : packedPrograms()) {
            program.counters().forEach(counter -> names.add(counter.id().id()));
            program.actionProfiles().forEach(profile -> names.add(profile.id().id()));
            for (PiTableModel table : program.tables()) {
                names.add(table.id().id());
                table.actions().forEach(action -> names.add(action.id().id()));
            }
        }
        names.remove(NO_ACTION);
        Set<String> known = new TreeSet<>(useGenerations());
        known.addAll(blocks(WeirIngress.class).values());
        known.addAll(blocks(WeirEgress.class).values());
        assertThat(known).isEqualTo(names);
    }

    /** A constant has the P4 name of its object, so that it can be found by it. */
    @Test
    void constantsOfControlBlocksAreNamedAsInP4() {
        Map<String, String> names = blocks(WeirIngress.class);
        names.putAll(blocks(WeirEgress.class));
        names.forEach(
                (constant, name) ->
                        assertThat(constant.replace("_", ""))
                                .isEqualToIgnoringCase(name.replace("_", "")));
    }

    @Test
    void matchFieldsAreThoseOfTheTables() {
        Set<String> fields = new TreeSet<>();
        packedPrograms().stream()
                .flatMap(program -> program.tables().stream())
                .flatMap(table -> table.matchFields().stream())
                .forEach(field -> fields.add(field.id().id()));
        assertThat(constants(MatchFields.class).values())
                .containsExactlyInAnyOrderElementsOf(fields);
    }

    @Test
    void parametersAreThoseOfTheActions() {
        Set<String> parameters = new TreeSet<>();
        packedPrograms().stream()
                .flatMap(program -> program.tables().stream())
                .flatMap(table -> table.actions().stream())
                .flatMap(action -> action.params().stream())
                .forEach(parameter -> parameters.add(parameter.id().id()));
        assertThat(constants(Parameters.class).values())
                .containsExactlyInAnyOrderElementsOf(parameters);
    }

    @Test
    void packetMetadataAreThoseOfThePacketHeaders() {
        Set<String> fields = new TreeSet<>();
        for (PiPipelineModel program : packedPrograms()) {
            for (PiPacketOperationType type : PiPacketOperationType.values()) {
                program.packetOperationModel(type)
                        .orElseThrow()
                        .metadatas()
                        .forEach(field -> fields.add(field.id().id()));
            }
        }
        assertThat(constants(PacketMetadata.class).values())
                .containsExactlyInAnyOrderElementsOf(fields);
    }

    @Test
    void refusesARateWindowWithoutAnAction() {
        for (long us : new long[] {0, 8, 100, 65_536}) {
            assertThatThrownBy(() -> WeirIngress.QueueSettings.useGeneration(us))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(us));
        }
    }

    /**
     * Names in P4 by the names of class, inner class and constant: {@code WeirIngress.Acl.PUNT}.
     */
    private static Map<String, String> blocks(Class<?> outer) {
        List<Class<?>> classes = new ArrayList<>(List.of(outer.getDeclaredClasses()));
        classes.add(outer);
        Map<String, String> names = new TreeMap<>();
        for (Class<?> block : classes) {
            String prefix = block == outer ? "" : block.getSimpleName() + ".";
            constants(block)
                    .forEach(
                            (constant, name) ->
                                    names.put(
                                            outer.getSimpleName() + "." + prefix + constant, name));
        }
        return names;
    }

    /** Public constants that are strings. */
    private static Map<String, String> constants(Class<?> type) {
        Map<String, String> found = new TreeMap<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers()) && field.getType() == String.class) {
                try {
                    found.put(field.getName(), (String) field.get(null));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return found;
    }
}
