// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.onlab.util.ImmutableByteSequence;
import org.onosproject.net.pi.model.PiPipeconf;
import org.onosproject.p4runtime.api.P4RuntimeClient;
import org.onosproject.p4runtime.ctl.utils.PipeconfHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import p4.config.v1.P4InfoOuterClass;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeOuterClass;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Update;

/**
 * The table by which a P4 program sees whether a port is up, one entry per port.
 *
 * <p>A program marks the table with the annotation {@code @port_liveness}. The table has one exact
 * key, the port, and an action selector. One action has the parameter {@code watch_port}; another
 * has none. Each entry is an action set (P4Runtime specification, "One Shot Action Selector
 * Programming") of these two, in this order: the first watches the port, the second watches
 * nothing. So the switch takes the first action while the port is up and the second while it is
 * down, without the controller. ONOS 2.5 has no type for such entries and does not see them.
 */
public final class PortLiveness {

    private static final String TABLE_ANNOTATION = "@port_liveness";
    private static final String WATCH_PARAMETER = "watch_port";

    private static final Logger LOG = LoggerFactory.getLogger(PortLiveness.class);

    private final P4InfoOuterClass.Table table;
    private final P4InfoOuterClass.Action watching;
    private final P4InfoOuterClass.Action.Param port;
    private final P4InfoOuterClass.Action fallback;

    private PortLiveness(
            P4InfoOuterClass.Table table,
            P4InfoOuterClass.Action watching,
            P4InfoOuterClass.Action.Param port,
            P4InfoOuterClass.Action fallback) {
        this.table = table;
        this.watching = watching;
        this.port = port;
        this.fallback = fallback;
    }

    /**
     * The table of a pipeline.
     *
     * @return empty where no table has the annotation, or the table is not as described above
     */
    public static Optional<PortLiveness> of(PiPipeconf pipeconf) {
        P4Info p4Info = PipeconfHelper.getP4Info(pipeconf);
        return p4Info == null ? Optional.empty() : of(p4Info);
    }

    static Optional<PortLiveness> of(P4Info p4Info) {
        return p4Info.getTablesList().stream()
                .filter(
                        table ->
                                table.getPreamble().getAnnotationsList().contains(TABLE_ANNOTATION))
                .findFirst()
                .flatMap(table -> of(p4Info, table));
    }

    private static Optional<PortLiveness> of(P4Info p4Info, P4InfoOuterClass.Table table) {
        P4InfoOuterClass.Action watching = null;
        P4InfoOuterClass.Action fallback = null;
        for (P4InfoOuterClass.ActionRef ref : table.getActionRefsList()) {
            if (ref.getScope() == P4InfoOuterClass.ActionRef.Scope.DEFAULT_ONLY) {
                continue;
            }
            P4InfoOuterClass.Action action =
                    p4Info.getActionsList().stream()
                            .filter(one -> one.getPreamble().getId() == ref.getId())
                            .findFirst()
                            .orElseThrow();
            if (action.getParamsCount() == 0) {
                fallback = action;
            } else if (action.getParamsCount() == 1
                    && action.getParams(0).getName().equals(WATCH_PARAMETER)) {
                watching = action;
            }
        }
        if (table.getMatchFieldsCount() != 1 || watching == null || fallback == null) {
            LOG.warn(
                    "table {}: {} needs one exact key, an action with the parameter {} and one"
                            + " without parameters",
                    table.getPreamble().getName(),
                    TABLE_ANNOTATION,
                    WATCH_PARAMETER);
            return Optional.empty();
        }
        return Optional.of(new PortLiveness(table, watching, watching.getParams(0), fallback));
    }

    /**
     * Gives a switch the entries of its ports: missing ones are inserted, those of ports that it
     * does not have are deleted, and the rest stays.
     *
     * @param client client to the switch
     * @param p4DeviceId P4Runtime's number of the switch
     * @param ports numbers of the switch's ports, 1 or more each
     * @return completes when the switch has confirmed them, exceptionally when it refuses
     */
    public CompletableFuture<?> install(
            P4RuntimeClient client, long p4DeviceId, Collection<Long> ports) {
        if (!(client instanceof DeviceClient)) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("not a client of this module"));
        }
        DeviceClient own = (DeviceClient) client;
        Entity all =
                Entity.newBuilder()
                        .setTableEntry(
                                TableEntry.newBuilder().setTableId(table.getPreamble().getId()))
                        .build();
        return own.read(p4DeviceId, List.of(all))
                .thenCompose(present -> write(own, p4DeviceId, present, new TreeSet<>(ports)));
    }

    private CompletableFuture<?> write(
            DeviceClient client, long p4DeviceId, List<Entity> present, Set<Long> ports) {
        P4RuntimeOuterClass.WriteRequest.Builder request =
                P4RuntimeOuterClass.WriteRequest.newBuilder()
                        .setDeviceId(p4DeviceId)
                        .setElectionId(client.electionId(p4DeviceId));
        Set<Long> missing = new TreeSet<>(ports);
        for (Entity old : present) {
            if (!missing.remove(portOf(old))) {
                request.addUpdatesBuilder().setType(Update.Type.DELETE).setEntity(old);
            }
        }
        for (long number : missing) {
            request.addUpdatesBuilder().setType(Update.Type.INSERT).setEntity(entry(number));
        }
        return request.getUpdatesCount() == 0
                ? CompletableFuture.completedFuture(null)
                : client.write(request.build());
    }

    private static long portOf(Entity entry) {
        ByteString value = entry.getTableEntry().getMatch(0).getExact().getValue();
        return new BigInteger(1, value.toByteArray()).longValue();
    }

    private Entity entry(long number) {
        ByteString value = bytes(number, table.getMatchFields(0).getBitwidth());
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        ActionProfileAction.Builder first = set.addActionProfileActionsBuilder();
        first.setWeight(1)
                // The version of P4Runtime that ONOS 2.5 has knows no watch_port.
                .setWatch((int) number)
                .getActionBuilder()
                .setActionId(watching.getPreamble().getId())
                .addParamsBuilder()
                .setParamId(port.getId())
                .setValue(bytes(number, port.getBitwidth()));
        set.addActionProfileActionsBuilder()
                .setWeight(1)
                .getActionBuilder()
                .setActionId(fallback.getPreamble().getId());
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.getPreamble().getId());
        entry.addMatchBuilder()
                .setFieldId(table.getMatchFields(0).getId())
                .getExactBuilder()
                .setValue(value);
        entry.getActionBuilder().setActionProfileActionSet(set);
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    /** The shortest form, in which switches give values back. */
    private static ByteString bytes(long number, int bits) {
        ImmutableByteSequence sequence;
        try {
            sequence = ImmutableByteSequence.copyFrom(number).fit(bits);
        } catch (ImmutableByteSequence.ByteSequenceTrimException e) {
            throw new IllegalArgumentException("port " + number + ": more than " + bits + " bits");
        }
        byte[] bytes = sequence.asArray();
        int first = 0;
        while (first < bytes.length - 1 && bytes[first] == 0) {
            first++;
        }
        return ByteString.copyFrom(bytes, first, bytes.length - first);
    }
}
