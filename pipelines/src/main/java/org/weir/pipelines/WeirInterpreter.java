// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import static org.weir.pipelines.P4Names.ACTION_ACL_DROP;
import static org.weir.pipelines.P4Names.ACTION_ACL_SET_OUTPUT;
import static org.weir.pipelines.P4Names.ACTION_PUNT;
import static org.weir.pipelines.P4Names.ACTION_ROUTE_DROP;
import static org.weir.pipelines.P4Names.ACTION_SET_OUTPUT;
import static org.weir.pipelines.P4Names.ACTION_SET_REPORT_INTERVAL;
import static org.weir.pipelines.P4Names.PARAM_INTERVAL_US;
import static org.weir.pipelines.P4Names.PARAM_PORT;
import static org.weir.pipelines.P4Names.TABLE_ACL;
import static org.weir.pipelines.P4Names.TABLE_IPV4_ROUTES;
import static org.weir.pipelines.P4Names.TABLE_IPV6_ROUTES;
import static org.weir.pipelines.P4Names.TABLE_NEXT_HOPS;
import static org.weir.pipelines.P4Names.TABLE_REPORTING;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceService;
import org.onosproject.net.driver.AbstractHandlerBehaviour;
import org.onosproject.net.flow.TrafficTreatment;
import org.onosproject.net.flow.criteria.Criterion;
import org.onosproject.net.flow.instructions.Instruction;
import org.onosproject.net.flow.instructions.Instructions.OutputInstruction;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.InboundPacket;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiPacketOperationType;
import org.onosproject.net.pi.model.PiPipelineInterpreter;
import org.onosproject.net.pi.model.PiTableId;
import org.onosproject.net.pi.runtime.PiAction;
import org.onosproject.net.pi.runtime.PiActionParam;
import org.onosproject.net.pi.runtime.PiPacketMetadata;
import org.onosproject.net.pi.runtime.PiPacketOperation;

/**
 * Translates between ONOS's protocol-dependent objects and Weir's programs, whose tables, fields
 * and packet headers have the same names on every platform.
 */
public abstract class WeirInterpreter extends AbstractHandlerBehaviour
        implements PiPipelineInterpreter {

    private static final Map<Criterion.Type, PiMatchFieldId> FIELDS =
            Map.ofEntries(
                    Map.entry(Criterion.Type.IN_PORT, P4Names.FIELD_INGRESS_PORT),
                    Map.entry(Criterion.Type.ETH_DST, P4Names.FIELD_ETH_DST),
                    Map.entry(Criterion.Type.ETH_DST_MASKED, P4Names.FIELD_ETH_DST),
                    Map.entry(Criterion.Type.ETH_SRC, P4Names.FIELD_ETH_SRC),
                    Map.entry(Criterion.Type.ETH_SRC_MASKED, P4Names.FIELD_ETH_SRC),
                    Map.entry(Criterion.Type.ETH_TYPE, P4Names.FIELD_ETH_TYPE),
                    Map.entry(Criterion.Type.IP_PROTO, P4Names.FIELD_IP_PROTOCOL),
                    Map.entry(Criterion.Type.IP_DSCP, P4Names.FIELD_DSCP),
                    Map.entry(Criterion.Type.IPV4_SRC, P4Names.FIELD_IPV4_SRC),
                    Map.entry(Criterion.Type.IPV4_DST, P4Names.FIELD_IPV4_DST),
                    Map.entry(Criterion.Type.IPV6_SRC, P4Names.FIELD_IPV6_SRC),
                    Map.entry(Criterion.Type.IPV6_DST, P4Names.FIELD_IPV6_DST),
                    Map.entry(Criterion.Type.TCP_SRC, P4Names.FIELD_L4_SRC_PORT),
                    Map.entry(Criterion.Type.TCP_DST, P4Names.FIELD_L4_DST_PORT),
                    Map.entry(Criterion.Type.UDP_SRC, P4Names.FIELD_L4_SRC_PORT),
                    Map.entry(Criterion.Type.UDP_DST, P4Names.FIELD_L4_DST_PORT),
                    // The parser leaves ICMP's type and code where it leaves ports.
                    Map.entry(Criterion.Type.ICMPV4_TYPE, P4Names.FIELD_L4_SRC_PORT),
                    Map.entry(Criterion.Type.ICMPV4_CODE, P4Names.FIELD_L4_DST_PORT),
                    Map.entry(Criterion.Type.ICMPV6_TYPE, P4Names.FIELD_L4_SRC_PORT),
                    Map.entry(Criterion.Type.ICMPV6_CODE, P4Names.FIELD_L4_DST_PORT));

    private static final Set<PiTableId> ROUTING =
            Set.of(TABLE_IPV4_ROUTES, TABLE_IPV6_ROUTES, TABLE_NEXT_HOPS);

    /** The program's own report interval, in µs; stands in telemetry.p4. */
    private static final long DEFAULT_REPORT_INTERVAL_US = 50_000;

    private final Platform platform;

    /**
     * An interpreter.
     *
     * @param platform platform that the program is compiled for
     */
    protected WeirInterpreter(Platform platform) {
        this.platform = platform;
    }

    /** Platform that the program is compiled for. */
    final Platform platform() {
        return platform;
    }

    /**
     * The field of the access list, or of any other table, that a criterion stands for.
     *
     * @param type type of the criterion
     * @return empty if no table has such a field
     */
    static Optional<PiMatchFieldId> field(Criterion.Type type) {
        return Optional.ofNullable(FIELDS.get(type));
    }

    @Override
    public Optional<PiMatchFieldId> mapCriterionType(Criterion.Type type) {
        return field(type);
    }

    @Override
    public Optional<PiTableId> mapFlowRuleTableId(int flowRuleTableId) {
        return flowRuleTableId == 0 ? Optional.of(TABLE_ACL) : Optional.empty();
    }

    @Override
    public Optional<Integer> mapLogicalPortNumber(PortNumber port) {
        return port.equals(PortNumber.CONTROLLER)
                ? Optional.of(platform.cpuPort())
                : Optional.empty();
    }

    @Override
    public Optional<PiAction> getOriginalDefaultAction(PiTableId tableId) {
        // Every other table has a default that the program fixes and ONOS therefore never reads.
        if (!tableId.equals(TABLE_REPORTING)) {
            return Optional.empty();
        }
        return Optional.of(
                PiAction.builder()
                        .withId(ACTION_SET_REPORT_INTERVAL)
                        .withParameter(
                                new PiActionParam(PARAM_INTERVAL_US, DEFAULT_REPORT_INTERVAL_US))
                        .build());
    }

    @Override
    public PiAction mapTreatment(TrafficTreatment treatment, PiTableId table)
            throws PiInterpreterException {
        boolean acl = table.equals(TABLE_ACL);
        if (!acl && !ROUTING.contains(table)) {
            throw new PiInterpreterException(
                    "table " + table + " takes protocol-independent actions only");
        }
        List<Instruction> instructions = treatment.allInstructions();
        if (instructions.isEmpty() || instructions.get(0).type() == Instruction.Type.NOACTION) {
            return PiAction.builder().withId(acl ? ACTION_ACL_DROP : ACTION_ROUTE_DROP).build();
        }
        if (instructions.size() > 1 || instructions.get(0).type() != Instruction.Type.OUTPUT) {
            throw new PiInterpreterException(
                    "table " + table + " takes one output or none, not " + instructions);
        }
        PortNumber port = ((OutputInstruction) instructions.get(0)).port();
        if (port.equals(PortNumber.CONTROLLER) && acl) {
            return PiAction.builder().withId(ACTION_PUNT).build();
        }
        if (port.isLogical()) {
            throw new PiInterpreterException("table " + table + " cannot output to " + port);
        }
        PiActionId action = acl ? ACTION_ACL_SET_OUTPUT : ACTION_SET_OUTPUT;
        return PiAction.builder()
                .withId(action)
                .withParameter(new PiActionParam(PARAM_PORT, port.toLong()))
                .build();
    }

    @Override
    public Collection<PiPacketOperation> mapOutboundPacket(OutboundPacket packet)
            throws PiInterpreterException {
        List<PiPacketOperation> operations = new ArrayList<>();
        for (Instruction instruction : packet.treatment().allInstructions()) {
            if (instruction.type() != Instruction.Type.OUTPUT) {
                throw new PiInterpreterException("a packet-out takes outputs only: " + instruction);
            }
            PortNumber port = ((OutputInstruction) instruction).port();
            if (port.equals(PortNumber.FLOOD) || port.equals(PortNumber.ALL)) {
                for (long each : floodPorts(packet)) {
                    operations.add(packetOut(packet.data(), each));
                }
            } else if (port.equals(PortNumber.CONTROLLER) && platform.echoes()) {
                operations.add(packetOut(packet.data(), platform.cpuPort()));
            } else if (port.isLogical()) {
                throw new PiInterpreterException("a packet-out cannot leave by " + port);
            } else {
                operations.add(packetOut(packet.data(), port.toLong()));
            }
        }
        return operations;
    }

    @Override
    public InboundPacket mapInboundPacket(PiPacketOperation packetIn, DeviceId device)
            throws PiInterpreterException {
        byte[] frame = packetIn.data().asArray();
        Ethernet ethernet;
        try {
            ethernet = Ethernet.deserializer().deserialize(frame, 0, frame.length);
        } catch (DeserializationException e) {
            throw new PiInterpreterException("packet-in of " + device + ": " + e.getMessage());
        }
        long port =
                packetIn.metadatas().stream()
                        .filter(each -> each.id().equals(P4Names.METADATA_INGRESS_PORT))
                        .findFirst()
                        .map(each -> new BigInteger(1, each.value().asArray()).longValue())
                        .orElseThrow(
                                () ->
                                        new PiInterpreterException(
                                                "packet-in of " + device + " has no ingress_port"));
        return new DefaultInboundPacket(
                new ConnectPoint(device, PortNumber.portNumber(port)),
                ethernet,
                ByteBuffer.wrap(frame));
    }

    /** Every enabled port but the one the packet came in by, if it came in by one. */
    private List<Long> floodPorts(OutboundPacket packet) {
        List<Long> ports = new ArrayList<>();
        for (Port port : handler().get(DeviceService.class).getPorts(packet.sendThrough())) {
            boolean arrival = port.number().equals(packet.inPort());
            if (port.isEnabled() && !port.number().isLogical() && !arrival) {
                ports.add(port.number().toLong());
            }
        }
        return ports;
    }

    private static PiPacketOperation packetOut(ByteBuffer frame, long port)
            throws PiInterpreterException {
        try {
            // The padding too: a switch may insist on every field of the header.
            return PiPacketOperation.builder()
                    .withType(PiPacketOperationType.PACKET_OUT)
                    .withData(ImmutableByteSequence.copyFrom(frame))
                    .withMetadata(metadata(P4Names.METADATA_EGRESS_PORT, port, P4Limits.PORT_BITS))
                    .withMetadata(metadata(P4Names.METADATA_PAD, 0, P4Limits.PAD_BITS))
                    .build();
        } catch (ImmutableByteSequence.ByteSequenceTrimException e) {
            throw new PiInterpreterException(
                    "port " + port + ": wider than " + P4Limits.PORT_BITS + " bits");
        }
    }

    private static PiPacketMetadata metadata(PiPacketMetadataId id, long value, int bits)
            throws ImmutableByteSequence.ByteSequenceTrimException {
        return PiPacketMetadata.builder()
                .withId(id)
                .withValue(ImmutableByteSequence.copyFrom(value).fit(bits))
                .build();
    }
}
