// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.policy.PolicyReader;
import org.weir.pipelines.platform.tofino.Tofino2Platform;
import org.weir.pipelines.platform.tofino.TofinoPlatform;
import org.weir.tofino.stratum.Asic;
import org.weir.tofino.stratum.StratumConfig;
import org.weir.tofino.stratum.SwitchDescription;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.QueueConfig.QueueMapping;

/**
 * In a queue under the buffer limits of Stratum's configuration, the program's own limit comes
 * first, whatever part of the port the class has: the traffic manager's drops are in none of the
 * program's counters.
 */
class StratumLimitTest {
    private static final int FCS_BYTES = 4;
    private static final int LONGER_BRIDGE_BYTES = 29;

    @ParameterizedTest
    @CsvSource({
        "4, 1518, 0", "200, 1518, 0", "200, 1518, 1500", "1024, 1518, 0", "230, 64, 0",
        "230, 300, 0", "200, 4018, 4000", "100, 9018, 9000", "100, 1518, 9000", "300, 9018, 9000"
    })
    void theProgramsLimitComesFirst(int capacityPackets, int frameBytes, int mtu)
            throws IOException {
        List<QueueMapping> first = queues(Asic.TOFINO, capacityPackets, mtu);
        List<QueueMapping> second = queues(Asic.TOFINO2, capacityPackets, mtu);
        for (int limit : new int[] {2, capacityPackets / 2, capacityPackets}) {
            check(first, TofinoPlatform.TOFINO, limit, frameBytes);
            check(first, TofinoPlatform.TOFINO_ABC, limit, frameBytes);
            check(second, Tofino2Platform.TOFINO2, limit, frameBytes);
            check(second, Tofino2Platform.TOFINO2_ABC, limit, frameBytes);
        }
    }

    private static void check(
            List<QueueMapping> queues, Platform platform, int limitPackets, int frameBytes) {
        boolean isFirst = platform.target().equals("tofino");
        int cellBytes = isFirst ? Asic.TOFINO.cellBytes() : Asic.TOFINO2.cellBytes();
        int limitUnits =
                QueueSettings.builder(0)
                        .weightPackets(1)
                        .limitPackets(limitPackets)
                        .marking(Marking.atDepth(limitPackets / 2))
                        .unitsPerPacket(platform.depthUnit().perPacket(frameBytes))
                        .build()
                        .limitUnits();
        int bufferBytes = frameBytes - FCS_BYTES + LONGER_BRIDGE_BYTES;
        int frameCells = (bufferBytes + cellBytes - 1) / cellBytes;
        // As pipelines/tna/depth.p4 converts cells.
        int cells = 0;
        while ((isFirst ? cells * 13 >> 8 : cells * 57 >> 9) < limitUnits) {
            cells += frameCells;
        }
        for (QueueMapping queue : queues) {
            assertThat(queue.getBaseUseLimit())
                    .as(
                            "cells of queue %s of %s, limit %s packets of %s bytes",
                            queue.getQueueId(), platform.target(), limitPackets, frameBytes)
                    .isGreaterThanOrEqualTo(cells);
        }
    }

    private static List<QueueMapping> queues(Asic asic, int capacityPackets, int mtu)
            throws IOException {
        JsonNode policy =
                json(
                        "{'port': {'capacityPackets': "
                                + capacityPackets
                                + "}, 'classes': [{'name': 'voice', 'kind': 'A', 'importance': 3},"
                                + " {'name': 'bulk', 'importance': 1}]}");
        JsonNode chassis =
                json(
                        "{'name': 'leaf', 'device': 'd', 'ports': [{'id': 1, 'connector': 7,"
                                + " 'speedBps': 10000000000"
                                + (mtu == 0 ? "" : ", 'mtu': " + mtu)
                                + "}]}");
        return StratumConfig.of(
                        PolicyReader.read(policy, "policy"),
                        "policy",
                        SwitchDescription.read(chassis, "chassis", asic),
                        asic)
                .getVendorConfig()
                .getTofinoConfig()
                .getNodeIdToQosConfigOrThrow(1)
                .getQueueConfigs(0)
                .getQueueMappingList();
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
