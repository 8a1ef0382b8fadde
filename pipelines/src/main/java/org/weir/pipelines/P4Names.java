// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import org.onosproject.net.pi.model.PiActionId;
import org.onosproject.net.pi.model.PiActionParamId;
import org.onosproject.net.pi.model.PiCounterId;
import org.onosproject.net.pi.model.PiMatchFieldId;
import org.onosproject.net.pi.model.PiPacketMetadataId;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.PacketMetadata;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The names of the P4 program ({@code org.weir.wire.p4}, which says what each one is) in ONOS's
 * types.
 */
public final class P4Names {

    public static final PiTableId TABLE_ACL = PiTableId.of(WeirIngress.Acl.ACL);
    public static final PiTableId TABLE_IPV4_CLASSES =
            PiTableId.of(WeirIngress.Classifier.IPV4_CLASSES);
    public static final PiTableId TABLE_IPV6_CLASSES =
            PiTableId.of(WeirIngress.Classifier.IPV6_CLASSES);
    public static final PiTableId TABLE_IPV4_ROUTES =
            PiTableId.of(WeirIngress.Forwarding.IPV4_ROUTES);
    public static final PiTableId TABLE_IPV6_ROUTES =
            PiTableId.of(WeirIngress.Forwarding.IPV6_ROUTES);
    public static final PiTableId TABLE_NEXT_HOPS = PiTableId.of(WeirIngress.Forwarding.NEXT_HOPS);
    public static final PiTableId TABLE_GENERATIONS =
            PiTableId.of(WeirIngress.QueueSettings.GENERATIONS);
    public static final PiTableId TABLE_SETTINGS = PiTableId.of(WeirIngress.QueueSettings.SETTINGS);
    public static final PiTableId TABLE_REPORTING = PiTableId.of(WeirEgress.Telemetry.REPORTING);
    public static final PiTableId TABLE_SCHEMES = PiTableId.of(WeirEgress.Aqm.SCHEMES);
    public static final PiTableId TABLE_ACK_PORTS = PiTableId.of(WeirIngress.Rpm.ACK_PORTS);
    public static final PiTableId TABLE_DRAINS = PiTableId.of(WeirEgress.VirtualDrain.DRAINS);
    public static final PiTableId TABLE_LIVE_PORTS =
            PiTableId.of(WeirIngress.FastReroute.LIVE_PORTS);

    public static final PiTableId TABLE_PORT_KINDS = PiTableId.of(WeirIngress.Edge.PORT_KINDS);
    public static final PiTableId TABLE_CONTROLLER_LIMITS =
            PiTableId.of(WeirIngress.ToController.LIMITS);
    public static final PiTableId TABLE_IPV4_NEIGHBOURS =
            PiTableId.of(WeirIngress.ArpReply.IPV4_NEIGHBOURS);
    public static final PiTableId TABLE_IPV6_NEIGHBOURS =
            PiTableId.of(WeirIngress.NdpReply.IPV6_NEIGHBOURS);
    public static final PiTableId TABLE_HOST_PORTS = PiTableId.of(WeirIngress.Agents.HOST_PORTS);
    public static final PiTableId TABLE_IPV4_AGENTS = PiTableId.of(WeirIngress.Agents.IPV4_AGENTS);
    public static final PiTableId TABLE_IPV6_AGENTS = PiTableId.of(WeirIngress.Agents.IPV6_AGENTS);

    public static final PiTableId TABLE_ACTIVITY_EDGE =
            PiTableId.of(WeirIngress.ActivityEdge.PORTS);
    public static final PiTableId TABLE_IPV4_AGGREGATES =
            PiTableId.of(WeirIngress.ActivityEdge.IPV4_AGGREGATES);
    public static final PiTableId TABLE_IPV6_AGGREGATES =
            PiTableId.of(WeirIngress.ActivityEdge.IPV6_AGGREGATES);
    public static final PiTableId TABLE_ACTIVITY_AQM = PiTableId.of(WeirIngress.ActivityAqm.PORTS);
    public static final PiTableId TABLE_INNER_PORTS =
            PiTableId.of(WeirEgress.ActivityDeparture.INNER_PORTS);

    public static final PiMatchFieldId FIELD_INGRESS_PORT =
            PiMatchFieldId.of(MatchFields.INGRESS_PORT);
    public static final PiMatchFieldId FIELD_EGRESS_PORT =
            PiMatchFieldId.of(MatchFields.EGRESS_PORT);
    public static final PiMatchFieldId FIELD_ETH_DST = PiMatchFieldId.of(MatchFields.ETH_DST);
    public static final PiMatchFieldId FIELD_ETH_SRC = PiMatchFieldId.of(MatchFields.ETH_SRC);
    public static final PiMatchFieldId FIELD_ETH_TYPE = PiMatchFieldId.of(MatchFields.ETH_TYPE);
    public static final PiMatchFieldId FIELD_HAS_VLAN_TAG =
            PiMatchFieldId.of(MatchFields.HAS_VLAN_TAG);
    public static final PiMatchFieldId FIELD_VLAN_ID = PiMatchFieldId.of(MatchFields.VLAN_ID);
    public static final PiMatchFieldId FIELD_VLAN_PCP = PiMatchFieldId.of(MatchFields.VLAN_PCP);
    public static final PiMatchFieldId FIELD_HAS_INNER_VLAN_TAG =
            PiMatchFieldId.of(MatchFields.HAS_INNER_VLAN_TAG);
    public static final PiMatchFieldId FIELD_INNER_VLAN_ID =
            PiMatchFieldId.of(MatchFields.INNER_VLAN_ID);
    public static final PiMatchFieldId FIELD_INNER_VLAN_PCP =
            PiMatchFieldId.of(MatchFields.INNER_VLAN_PCP);
    public static final PiMatchFieldId FIELD_IP_PROTOCOL =
            PiMatchFieldId.of(MatchFields.IP_PROTOCOL);
    public static final PiMatchFieldId FIELD_DSCP = PiMatchFieldId.of(MatchFields.DSCP);
    public static final PiMatchFieldId FIELD_L4_SRC_PORT =
            PiMatchFieldId.of(MatchFields.L4_SRC_PORT);
    public static final PiMatchFieldId FIELD_L4_DST_PORT =
            PiMatchFieldId.of(MatchFields.L4_DST_PORT);
    public static final PiMatchFieldId FIELD_IPV4_SRC = PiMatchFieldId.of(MatchFields.IPV4_SRC);
    public static final PiMatchFieldId FIELD_IPV4_DST = PiMatchFieldId.of(MatchFields.IPV4_DST);
    public static final PiMatchFieldId FIELD_IPV6_SRC = PiMatchFieldId.of(MatchFields.IPV6_SRC);
    public static final PiMatchFieldId FIELD_IPV6_DST = PiMatchFieldId.of(MatchFields.IPV6_DST);
    public static final PiMatchFieldId FIELD_GROUP_ID = PiMatchFieldId.of(MatchFields.GROUP_ID);
    public static final PiMatchFieldId FIELD_BUCKET = PiMatchFieldId.of(MatchFields.BUCKET);
    public static final PiMatchFieldId FIELD_OUTPUT_PORT =
            PiMatchFieldId.of(MatchFields.OUTPUT_PORT);
    public static final PiMatchFieldId FIELD_CLASS_ID = PiMatchFieldId.of(MatchFields.CLASS_ID);
    public static final PiMatchFieldId FIELD_GENERATION = PiMatchFieldId.of(MatchFields.GENERATION);
    public static final PiMatchFieldId FIELD_LENGTH_STEP =
            PiMatchFieldId.of(MatchFields.LENGTH_STEP);

    public static final PiMatchFieldId FIELD_NEIGHBOUR_VLAN_ID =
            PiMatchFieldId.of(MatchFields.NEIGHBOUR_VLAN_ID);
    public static final PiMatchFieldId FIELD_NEIGHBOUR_IP =
            PiMatchFieldId.of(MatchFields.NEIGHBOUR_IP);

    public static final PiActionId ACTION_PUNT = PiActionId.of(WeirIngress.Acl.PUNT);
    public static final PiActionId ACTION_COPY_TO_CPU = PiActionId.of(WeirIngress.Acl.COPY_TO_CPU);
    public static final PiActionId ACTION_ACL_DROP = PiActionId.of(WeirIngress.Acl.DROP);
    public static final PiActionId ACTION_ACL_PERMIT = PiActionId.of(WeirIngress.Acl.PERMIT);
    public static final PiActionId ACTION_ACL_SET_OUTPUT =
            PiActionId.of(WeirIngress.Acl.SET_OUTPUT);
    public static final PiActionId ACTION_SET_CLASS =
            PiActionId.of(WeirIngress.Classifier.SET_CLASS);
    public static final PiActionId ACTION_SET_OUTPUT =
            PiActionId.of(WeirIngress.Forwarding.SET_OUTPUT);
    public static final PiActionId ACTION_SET_GROUP =
            PiActionId.of(WeirIngress.Forwarding.SET_GROUP);
    public static final PiActionId ACTION_ROUTE_DROP = PiActionId.of(WeirIngress.Forwarding.DROP);
    public static final PiActionId ACTION_SET_VIRTUAL_QUEUE =
            PiActionId.of(WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE);
    public static final PiActionId ACTION_SET_STRICT_PRIORITY =
            PiActionId.of(WeirIngress.QueueSettings.SET_STRICT_PRIORITY);
    public static final PiActionId ACTION_SET_REPORT_INTERVAL =
            PiActionId.of(WeirEgress.Telemetry.SET_REPORT_INTERVAL);
    public static final PiActionId ACTION_MARK_BY_CODEL =
            PiActionId.of(WeirEgress.Aqm.MARK_BY_CODEL);
    public static final PiActionId ACTION_MARK_REVERSE_BY_CODEL =
            PiActionId.of(WeirEgress.Aqm.MARK_REVERSE_BY_CODEL);
    public static final PiActionId ACTION_WATCH_ACKS = PiActionId.of(WeirIngress.Rpm.WATCH_ACKS);
    public static final PiActionId ACTION_DRAIN = PiActionId.of(WeirEgress.VirtualDrain.DRAIN);
    public static final PiActionId ACTION_BOUND_RATE =
            PiActionId.of(WeirEgress.VirtualDrain.BOUND_RATE);
    public static final PiActionId ACTION_LEAVE_REAL =
            PiActionId.of(WeirEgress.VirtualDrain.LEAVE_REAL);
    public static final PiActionId ACTION_PORT_IS_DEAD =
            PiActionId.of(WeirIngress.FastReroute.PORT_IS_DEAD);
    public static final PiActionId ACTION_PORT_IS_LIVE =
            PiActionId.of(WeirIngress.FastReroute.PORT_IS_LIVE);
    public static final PiActionId ACTION_SET_PROTECTED_OUTPUT =
            PiActionId.of(WeirIngress.Forwarding.SET_PROTECTED_OUTPUT);

    public static final PiActionId ACTION_TRUST_PORT = PiActionId.of(WeirIngress.Edge.TRUST_PORT);
    public static final PiActionId ACTION_TRUST_DSCP = PiActionId.of(WeirIngress.Edge.TRUST_DSCP);
    public static final PiActionId ACTION_CLEAR_DSCP = PiActionId.of(WeirIngress.Edge.CLEAR_DSCP);
    public static final PiActionId ACTION_REFUSE_DSCP = PiActionId.of(WeirIngress.Edge.REFUSE_DSCP);
    public static final PiActionId ACTION_LIMIT_FRAMES =
            PiActionId.of(WeirIngress.ToController.LIMIT_FRAMES);
    public static final PiActionId ACTION_ANSWER = PiActionId.of(WeirIngress.ArpReply.ANSWER);
    public static final PiActionId ACTION_ADVERTISE = PiActionId.of(WeirIngress.NdpReply.ADVERTISE);
    public static final PiActionId ACTION_ASK_FOR_AGENT =
            PiActionId.of(WeirIngress.Agents.ASK_FOR_AGENT);
    public static final PiActionId ACTION_DELIVER = PiActionId.of(WeirIngress.Agents.DELIVER);

    public static final PiActionId ACTION_KEEP_ACTIVITY =
            PiActionId.of(WeirIngress.ActivityEdge.KEEP_ACTIVITY);
    public static final PiActionId ACTION_METER_USERS =
            PiActionId.of(WeirIngress.ActivityEdge.METER_USERS);
    public static final PiActionId ACTION_SET_AGGREGATE =
            PiActionId.of(WeirIngress.ActivityEdge.SET_AGGREGATE);
    public static final PiActionId ACTION_DROP_BY_ACTIVITY =
            PiActionId.of(WeirIngress.ActivityAqm.DROP_BY_ACTIVITY);
    public static final PiActionId ACTION_WRITE_ACTIVITY =
            PiActionId.of(WeirEgress.ActivityDeparture.WRITE_ACTIVITY);

    public static final PiActionParamId PARAM_PORT = PiActionParamId.of(Parameters.PORT);
    public static final PiActionParamId PARAM_GROUP_ID = PiActionParamId.of(Parameters.GROUP_ID);
    public static final PiActionParamId PARAM_CLASS_ID = PiActionParamId.of(Parameters.CLASS_ID);
    public static final PiActionParamId PARAM_GENERATION =
            PiActionParamId.of(Parameters.GENERATION);
    public static final PiActionParamId PARAM_ROUND_PACKETS =
            PiActionParamId.of(Parameters.ROUND_PACKETS);
    public static final PiActionParamId PARAM_WEIGHT_PACKETS =
            PiActionParamId.of(Parameters.WEIGHT_PACKETS);
    public static final PiActionParamId PARAM_THRESHOLD_PACKETS =
            PiActionParamId.of(Parameters.THRESHOLD_PACKETS);
    public static final PiActionParamId PARAM_LIMIT_PACKETS =
            PiActionParamId.of(Parameters.LIMIT_PACKETS);
    public static final PiActionParamId PARAM_TARGET_RATE_KBPS =
            PiActionParamId.of(Parameters.TARGET_RATE_KBPS);
    public static final PiActionParamId PARAM_FEEDBACK_INTERVAL_US =
            PiActionParamId.of(Parameters.FEEDBACK_INTERVAL_US);
    public static final PiActionParamId PARAM_LEVEL = PiActionParamId.of(Parameters.LEVEL);
    public static final PiActionParamId PARAM_TARGET_US = PiActionParamId.of(Parameters.TARGET_US);
    public static final PiActionParamId PARAM_RETURN_US = PiActionParamId.of(Parameters.RETURN_US);
    public static final PiActionParamId PARAM_EXPIRY_US = PiActionParamId.of(Parameters.EXPIRY_US);
    public static final PiActionParamId PARAM_INTERVAL_US =
            PiActionParamId.of(Parameters.INTERVAL_US);
    public static final PiActionParamId PARAM_COST_NS = PiActionParamId.of(Parameters.COST_NS);
    public static final PiActionParamId PARAM_THRESHOLD_NS =
            PiActionParamId.of(Parameters.THRESHOLD_NS);
    public static final PiActionParamId PARAM_ALTERNATE = PiActionParamId.of(Parameters.ALTERNATE);
    public static final PiActionParamId PARAM_WATCH_PORT =
            PiActionParamId.of(Parameters.WATCH_PORT);

    public static final PiActionParamId PARAM_CLASSES = PiActionParamId.of(Parameters.CLASSES);
    public static final PiActionParamId PARAM_MAC = PiActionParamId.of(Parameters.MAC);
    public static final PiActionParamId PARAM_FRAMES = PiActionParamId.of(Parameters.FRAMES);

    public static final PiActionParamId PARAM_AGGREGATE_INDEX =
            PiActionParamId.of(Parameters.AGGREGATE_INDEX);
    public static final PiActionParamId PARAM_REFERENCE_LOG =
            PiActionParamId.of(Parameters.REFERENCE_LOG);
    public static final PiActionParamId PARAM_MEMORY_DECAY =
            PiActionParamId.of(Parameters.MEMORY_DECAY);
    public static final PiActionParamId PARAM_Q_MIN_PACKETS =
            PiActionParamId.of(Parameters.Q_MIN_PACKETS);
    public static final PiActionParamId PARAM_Q_BASE_PACKETS =
            PiActionParamId.of(Parameters.Q_BASE_PACKETS);
    public static final PiActionParamId PARAM_GAMMA_PACKETS =
            PiActionParamId.of(Parameters.GAMMA_PACKETS);
    public static final PiActionParamId PARAM_GAMMA_LOG2_PACKETS =
            PiActionParamId.of(Parameters.GAMMA_LOG2_PACKETS);

    public static final PiCounterId COUNTER_ARRIVALS =
            PiCounterId.of(WeirIngress.VirtualQueue.ARRIVALS);
    public static final PiCounterId COUNTER_DROPS = PiCounterId.of(WeirIngress.VirtualQueue.DROPS);
    public static final PiCounterId COUNTER_MARKS = PiCounterId.of(WeirIngress.VirtualQueue.MARKS);
    public static final PiCounterId COUNTER_FEEDBACK =
            PiCounterId.of(WeirIngress.VirtualQueue.FEEDBACK);
    public static final PiCounterId COUNTER_DEPARTURES =
            PiCounterId.of(WeirEgress.QueueStatistics.DEPARTURES);
    public static final PiCounterId COUNTER_AQM_MARKS = PiCounterId.of(WeirEgress.Aqm.MARKS);
    public static final PiCounterId COUNTER_AQM_DROPS = PiCounterId.of(WeirEgress.Aqm.DROPS);
    public static final PiCounterId COUNTER_AQM_REVERSE_MARKS =
            PiCounterId.of(WeirEgress.Aqm.REVERSE_MARKS);
    public static final PiCounterId COUNTER_ACTIVITY_DROPS =
            PiCounterId.of(WeirIngress.ActivityAqm.DROPS);
    public static final PiCounterId COUNTER_ACTIVITY_OVERWRITTEN =
            PiCounterId.of(WeirIngress.ActivityEdge.OVERWRITTEN);
    public static final PiCounterId COUNTER_ACTIVITY_UNMETERED =
            PiCounterId.of(WeirIngress.ActivityEdge.UNMETERED);
    public static final PiCounterId COUNTER_DELAYS =
            PiCounterId.of(WeirEgress.QueueStatistics.DELAYS);
    public static final PiCounterId COUNTER_UNROUTED =
            PiCounterId.of(WeirIngress.Forwarding.UNROUTED);
    public static final PiCounterId COUNTER_EXPIRED =
            PiCounterId.of(WeirIngress.Forwarding.EXPIRED);
    public static final PiCounterId COUNTER_MALFORMED = PiCounterId.of(WeirIngress.MALFORMED);

    public static final PiCounterId COUNTER_REFUSED = PiCounterId.of(WeirIngress.REFUSED);
    public static final PiCounterId COUNTER_FORGED = PiCounterId.of(WeirIngress.Edge.FORGED);
    public static final PiCounterId COUNTER_LIMITED =
            PiCounterId.of(WeirIngress.ToController.LIMITED);
    public static final PiCounterId COUNTER_CLEARED = PiCounterId.of(WeirIngress.Edge.CLEARED);
    public static final PiCounterId COUNTER_WITHHELD = PiCounterId.of(WeirIngress.Agents.WITHHELD);

    public static final PiPacketMetadataId METADATA_INGRESS_PORT =
            PiPacketMetadataId.of(PacketMetadata.INGRESS_PORT);
    public static final PiPacketMetadataId METADATA_EGRESS_PORT =
            PiPacketMetadataId.of(PacketMetadata.EGRESS_PORT);
    public static final PiPacketMetadataId METADATA_PAD = PiPacketMetadataId.of(PacketMetadata.PAD);

    private P4Names() {}
}
