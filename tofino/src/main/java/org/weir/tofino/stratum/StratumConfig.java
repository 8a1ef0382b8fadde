// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import com.google.protobuf.TextFormat;
import java.util.Arrays;
import org.weir.control.ClassKind;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.scheduler.PortSchedule;
import org.weir.tofino.stratum.proto.AdminState;
import org.weir.tofino.stratum.proto.ChassisConfig;
import org.weir.tofino.stratum.proto.FecMode;
import org.weir.tofino.stratum.proto.PortConfigParams;
import org.weir.tofino.stratum.proto.SingletonPort;
import org.weir.tofino.stratum.proto.TofinoConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.BfPortShapingConfig.BfPerPortShapingConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.ByteShape;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.ApplicationPool;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.Baf;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.PoolConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.QueueConfig;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.QueueConfig.QueueMapping;
import org.weir.tofino.stratum.proto.TofinoConfig.TofinoQosConfig.SchedulingPriority;
import org.weir.tofino.stratum.proto.TriState;
import org.weir.tofino.stratum.proto.VendorConfig;
import org.weir.tofino.tm.ClassQueues;
import org.weir.tofino.tm.QueueScheduling;

/**
 * A switch's configuration for Stratum: its ports, and for each port the queues that Weir's program
 * uses, with their weights, their rates and their part of the buffer. Stratum reads it when it
 * starts; a pushed one restarts the chassis.
 */
public final class StratumConfig {
    /** The only node of a chassis with one ASIC. */
    private static final long NODE = 1;

    /** MTU of a port whose MTU is not described, bytes. */
    private static final int MTU = 1500;

    /** Bytes of a frame before its payload: Ethernet header and two VLAN tags. */
    private static final int FRAME_HEADER_BYTES = 14 + 2 * 4;

    /**
     * Bytes that the program puts in front of a packet in the buffer, which holds no FCS: the
     * bridge header of pipelines/tna/metadata.p4, in the build that has the longer one.
     */
    private static final int BRIDGE_BYTES = 29;

    /**
     * Packets that a queue may take above the port's capacity: the program rounds its limits to
     * units of about a full frame, and drops a packet when it leaves.
     */
    private static final int SPARE_PACKETS = 2;

    /** Burst that may be sent at once after a pause, bytes: the driver's own default. */
    private static final int BURST_BYTES = 16384;

    /** Part of the buffer that stays for ports which are not described, such as the CPU's. */
    private static final double UNASSIGNED = 0.05;

    /** Pool of control traffic; those of the classes come before it, one for each kind. */
    private static final int CONTROL_POOL = 3;

    private final Policy policy;
    private final String policySource;
    private final SwitchDescription description;
    private final Asic asic;
    private final long[] sharedCells = new long[CONTROL_POOL + 1];
    private final long[] largestCells = new long[CONTROL_POOL + 1];

    private StratumConfig(
            Policy policy, String policySource, SwitchDescription description, Asic asic) {
        this.policy = policy;
        this.policySource = policySource;
        this.description = description;
        this.asic = asic;
    }

    /**
     * Makes a configuration.
     *
     * @param policy classes and ports
     * @param policySource origin of the policy, for messages
     * @param description the switch
     * @param asic its ASIC
     * @return the configuration
     * @throws PolicyException if the policy does not fit the switch
     */
    public static ChassisConfig of(
            Policy policy, String policySource, SwitchDescription description, Asic asic) {
        return new StratumConfig(policy, policySource, description, asic).build();
    }

    /** A configuration as Stratum reads it. */
    public static String text(ChassisConfig config) {
        return TextFormat.printer().printToString(config);
    }

    /** The part of a configuration that sets queues, to be added to one that is there. */
    public static ChassisConfig queuesOnly(ChassisConfig config) {
        return ChassisConfig.newBuilder().setVendorConfig(config.getVendorConfig()).build();
    }

    private ChassisConfig build() {
        ChassisConfig.Builder config =
                ChassisConfig.newBuilder()
                        .setDescription("Weir: " + description.name() + ", " + asic.optionName());
        config.getChassisBuilder().setPlatform(asic.platform()).setName(description.name());
        config.addNodesBuilder().setId(NODE).setSlot(1).setIndex(1);
        TofinoQosConfig.Builder qos = TofinoQosConfig.newBuilder();
        TofinoConfig.BfPortShapingConfig.Builder shaping =
                TofinoConfig.BfPortShapingConfig.newBuilder();
        for (SwitchDescription.Port port : description.ports()) {
            config.addSingletonPorts(singleton(port));
            PortSpec spec = spec(port);
            qos.addQueueConfigs(queues(port, spec));
            if (spec.rateBps() < port.speedBps()) {
                shaping.putPerPortShapingConfigs(port.id(), shape(spec.rateBps()));
            }
        }
        pools(qos);
        TofinoConfig.Builder tofino =
                TofinoConfig.newBuilder().putNodeIdToQosConfig(NODE, qos.build());
        if (shaping.getPerPortShapingConfigsCount() > 0) {
            tofino.putNodeIdToPortShapingConfig(NODE, shaping.build());
        }
        return config.setVendorConfig(VendorConfig.newBuilder().setTofinoConfig(tofino)).build();
    }

    private SingletonPort singleton(SwitchDescription.Port port) {
        PortConfigParams.Builder params =
                PortConfigParams.newBuilder()
                        .setAdminState(AdminState.ADMIN_STATE_ENABLED)
                        .setMtu(port.mtu());
        params.setFecMode(
                port.fec().equals("on")
                        ? FecMode.FEC_MODE_ON
                        : port.fec().equals("off") ? FecMode.FEC_MODE_OFF : FecMode.FEC_MODE_AUTO);
        if (!port.autoneg().equals("auto")) {
            params.setAutoneg(
                    port.autoneg().equals("on")
                            ? TriState.TRI_STATE_TRUE
                            : TriState.TRI_STATE_FALSE);
        }
        return SingletonPort.newBuilder()
                .setId(port.id())
                .setName(port.name())
                .setSlot(1)
                .setPort(port.connector())
                .setChannel(port.channel())
                .setSpeedBps(port.speedBps())
                .setNode(NODE)
                .setConfigParams(params)
                .build();
    }

    private PortSpec spec(SwitchDescription.Port port) {
        PortSpec spec =
                policy.portSpec(new PortId(description.device(), port.id()), port.speedBps())
                        .orElseThrow();
        if (spec.rateBps() > port.speedBps()) {
            throw new PolicyException(
                    policySource,
                    "ports.rateBps",
                    "of "
                            + spec.id()
                            + " must be at most the speed of the port, "
                            + port.speedBps()
                            + " bit/s, was "
                            + spec.rateBps());
        }
        return spec;
    }

    private QueueConfig queues(SwitchDescription.Port port, PortSpec spec) {
        PortSchedule schedule = StaticShares.of(spec, policySource);
        ClassQueues queues = new ClassQueues(schedule);
        QueueConfig.Builder config = QueueConfig.newBuilder().setPort(port.id());
        long frameCells = frameCells(port);
        long limitCells = (spec.capacityPackets() + SPARE_PACKETS) * frameCells;
        for (int queue = 0; queue < ClassQueues.COUNT; queue++) {
            QueueScheduling scheduling = queues.scheduling(queue);
            long packets = 1;
            int pool = scheduling.priority() > 0 ? CONTROL_POOL : ClassKind.C.ordinal();
            if (queue < spec.classes().size()) {
                double share = schedule.shares().get(queue).weightFraction();
                packets = Math.max(1, Math.round(share * spec.capacityPackets()));
                pool = spec.classes().get(queue).kind().ordinal();
            }
            sharedCells[pool] += packets * frameCells;
            largestCells[pool] = Math.max(largestCells[pool], limitCells);
            QueueMapping.Builder mapping =
                    config.addQueueMappingBuilder()
                            .setQueueId(queue)
                            .setPriority(
                                    SchedulingPriority.forNumber(
                                            SchedulingPriority.PRIO_0_VALUE
                                                    + scheduling.priority()))
                            .setWeight(scheduling.weight())
                            .setPool(pool(pool))
                            // The program's limit comes first; this one counts no drops.
                            .setBaseUseLimit(Math.toIntExact(limitCells))
                            .setBaf(Baf.DISABLE_BAF);
            scheduling
                    .maxRateBps()
                    .ifPresent(
                            rateBps ->
                                    mapping.getMaxRateBytesBuilder()
                                            .setRateBps(rateBps)
                                            .setBurstBytes(BURST_BYTES));
        }
        return config.build();
    }

    /** Cells of the longest frame of a port in the buffer. */
    private int frameCells(SwitchDescription.Port port) {
        int mtu = port.mtu() == 0 ? MTU : port.mtu();
        int bytes = mtu + FRAME_HEADER_BYTES + BRIDGE_BYTES;
        return (bytes + asic.cellBytes() - 1) / asic.cellBytes();
    }

    private static ApplicationPool pool(int number) {
        return ApplicationPool.forNumber(ApplicationPool.EGRESS_APP_POOL_0_VALUE + number);
    }

    /**
     * Each pool holds the shares that its queues have of their ports' capacities, at least what one
     * queue may take, and its part of what is left.
     */
    private void pools(TofinoQosConfig.Builder qos) {
        long[] least = new long[sharedCells.length];
        for (int pool = 0; pool < least.length; pool++) {
            least[pool] = Math.max(sharedCells[pool], largestCells[pool]);
        }
        long asked = Arrays.stream(least).sum();
        long there = (long) (description.bufferCells() * (1 - UNASSIGNED));
        if (asked > there) {
            throw new PolicyException(
                    policySource,
                    "port.capacityPackets",
                    "the ports' packets take "
                            + asked
                            + " cells of "
                            + asic.cellBytes()
                            + " bytes together, must be at most "
                            + there
                            + " on "
                            + description.name());
        }
        for (int pool = 0; pool < least.length; pool++) {
            int cells = (int) (there * least[pool] / asked);
            if (cells > 0) {
                qos.addPoolConfigs(
                        PoolConfig.newBuilder()
                                .setPool(pool(pool))
                                .setPoolSize(cells)
                                .setColorDropLimitGreen(cells)
                                .setColorDropLimitYellow(cells)
                                .setColorDropLimitRed(cells));
            }
        }
    }

    private static BfPerPortShapingConfig shape(long rateBps) {
        return BfPerPortShapingConfig.newBuilder()
                .setByteShaping(
                        ByteShape.newBuilder().setRateBps(rateBps).setBurstBytes(BURST_BYTES))
                .build();
    }
}
