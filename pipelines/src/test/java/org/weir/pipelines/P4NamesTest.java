// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionModel;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineModel;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.model.PiTableModel;
import org.weir.pipelines.platform.bmv2.Bmv2Platform;

/** The constants and the P4Info have to say the same; this fails as soon as either moves alone. */
class P4NamesTest {

    private static final Set<PiCounterId> ON_ALL_PLATFORMS =
            Set.of(P4Names.COUNTER_UNROUTED, P4Names.COUNTER_EXPIRED, P4Names.COUNTER_MALFORMED);

    private static final Set<PiCounterId> BY_PORT =
            Set.of(
                    P4Names.COUNTER_UNROUTED,
                    P4Names.COUNTER_EXPIRED,
                    P4Names.COUNTER_MALFORMED,
                    P4Names.COUNTER_REFUSED,
                    P4Names.COUNTER_FORGED,
                    P4Names.COUNTER_CLEARED,
                    P4Names.COUNTER_WITHHELD,
                    P4Names.COUNTER_LIMITED,
                    P4Names.COUNTER_ACTIVITY_OVERWRITTEN,
                    P4Names.COUNTER_ACTIVITY_UNMETERED);

    private final PiPipelineModel model = new Pipeconfs().build(Bmv2Platform.BMV2).pipelineModel();

    /** Those of all targets. */
    private static Stream<PiTableModel> tables() {
        return WireNamesTest.packedPrograms().stream()
                .flatMap(program -> program.tables().stream());
    }

    @Test
    void tablesAreThoseOfTheProgram() {
        assertThat(constants(PiTableId.class))
                .containsExactlyInAnyOrderElementsOf(
                        tables().map(PiTableModel::id).collect(Collectors.toSet()));
    }

    @Test
    void fieldsAreThoseOfTheTables() {
        Set<String> keys = new TreeSet<>();
        tables().forEach(table -> table.matchFields().forEach(field -> keys.add(field.id().id())));
        assertThat(constants(PiMatchFieldId.class))
                .extracting(PiMatchFieldId::id)
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void actionsAndParametersAreThoseOfTheTables() {
        Set<String> actions = new TreeSet<>();
        Set<String> params = new TreeSet<>();
        tables().flatMap(table -> table.actions().stream())
                .forEach(
                        action -> {
                            actions.add(action.id().id());
                            action.params().forEach(param -> params.add(param.id().id()));
                        });
        actions.remove("NoAction");
        // These are made of the rate window.
        actions.removeAll(WireNamesTest.useGenerations());
        assertThat(constants(PiActionId.class))
                .extracting(PiActionId::id)
                .containsExactlyInAnyOrderElementsOf(actions);
        assertThat(constants(PiActionParamId.class))
                .extracting(PiActionParamId::id)
                .containsExactlyInAnyOrderElementsOf(params);
    }

    @Test
    void countersAreThereAndLargeEnough() {
        long queues = Bmv2Platform.BMV2.queueIndex(63, P4Limits.CLASS_COUNT - 1) + 1L;
        for (PiCounterId counter : constants(PiCounterId.class)) {
            assertThat(model.counter(counter))
                    .as(counter.id())
                    .hasValueSatisfying(
                            found -> assertThat(found.size()).isEqualTo(cells(counter, queues)));
        }
    }

    /** Number of cells of a counter in a program with so many queues. */
    private static long cells(PiCounterId counter, long queues) {
        if (BY_PORT.contains(counter)) {
            return P4Limits.MAX_PORT + 1L;
        }
        return counter.equals(P4Names.COUNTER_DELAYS)
                ? queues * P4Limits.DELAY_BUCKET_COUNT
                : queues;
    }

    @Test
    void packetHeadersAreThoseOfTheProgram() {
        assertThat(metadata(PiPacketOperationType.PACKET_IN)).contains("ingress_port");
        assertThat(metadata(PiPacketOperationType.PACKET_OUT)).contains("egress_port");
        assertThat(constants(PiPacketMetadataId.class))
                .extracting(PiPacketMetadataId::id)
                .containsExactlyInAnyOrder("ingress_port", "egress_port", "pad");
    }

    @Test
    void widthsAreThoseOfTheProgram() {
        assertThat(
                        model.table(P4Names.TABLE_SETTINGS)
                                .orElseThrow()
                                .matchField(P4Names.FIELD_CLASS_ID)
                                .orElseThrow()
                                .bitWidth())
                .isEqualTo(Integer.numberOfTrailingZeros(P4Limits.CLASS_COUNT));
        assertThat(
                        model.table(P4Names.TABLE_NEXT_HOPS)
                                .orElseThrow()
                                .matchField(P4Names.FIELD_BUCKET)
                                .orElseThrow()
                                .bitWidth())
                .isEqualTo(Integer.numberOfTrailingZeros(P4Limits.ECMP_BUCKET_COUNT));
        assertThat(
                        model.table(P4Names.TABLE_ACL)
                                .orElseThrow()
                                .matchField(P4Names.FIELD_INGRESS_PORT)
                                .orElseThrow()
                                .bitWidth())
                .isEqualTo(P4Limits.PORT_BITS);
    }

    /**
     * A program may lack names that another architecture has, but every name that it has is known.
     */
    @ParameterizedTest
    @MethodSource("org.weir.pipelines.platform.Platforms#all")
    void everyPackedProgramHasNoOtherNames(Platform platform) {
        if (!new Pipeconfs().isPacked(platform)) {
            return;
        }
        PiPipelineModel program = new Pipeconfs().build(platform).pipelineModel();
        for (PiTableModel table : program.tables()) {
            assertThat(constants(PiTableId.class)).contains(table.id());
            table.matchFields()
                    .forEach(
                            field ->
                                    assertThat(constants(PiMatchFieldId.class))
                                            .contains(field.id()));
            for (PiActionModel action : table.actions()) {
                action.params()
                        .forEach(
                                param ->
                                        assertThat(constants(PiActionParamId.class))
                                                .contains(param.id()));
            }
        }
        long queues = program.counter(P4Names.COUNTER_ARRIVALS).orElseThrow().size();
        for (PiCounterId counter : constants(PiCounterId.class)) {
            program.counter(counter)
                    .ifPresent(
                            found ->
                                    assertThat(found.size())
                                            .as(counter.id())
                                            .isEqualTo(cells(counter, queues)));
        }
        for (PiCounterId counter : ON_ALL_PLATFORMS) {
            assertThat(program.counter(counter)).as(counter.id()).isPresent();
        }
        assertThat(largestIndex(platform)).isLessThan(queues);
        for (PiTableId table :
                List.of(P4Names.TABLE_ACL, P4Names.TABLE_SETTINGS, P4Names.TABLE_GENERATIONS)) {
            assertThat(program.table(table)).as(table.id()).isPresent();
        }
    }

    private static long largestIndex(Platform platform) {
        long largest = 0;
        for (int port = 0; port <= P4Limits.MAX_PORT; port++) {
            if (platform.managed(port)) {
                largest = Math.max(largest, platform.queueIndex(port, P4Limits.CLASS_COUNT - 1));
            }
        }
        return largest;
    }

    private List<String> metadata(PiPacketOperationType type) {
        return model.packetOperationModel(type).orElseThrow().metadatas().stream()
                .map(field -> field.id().id())
                .collect(Collectors.toList());
    }

    private static <T> List<T> constants(Class<T> type) {
        List<T> found = new ArrayList<>();
        for (Field field : P4Names.class.getDeclaredFields()) {
            if (field.getType().equals(type)) {
                try {
                    found.add(type.cast(field.get(null)));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }
}
