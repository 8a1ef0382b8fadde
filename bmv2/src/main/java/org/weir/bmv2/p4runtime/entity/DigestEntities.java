// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.p4runtime.p4info.P4DataCodec;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.role.Arbitration;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestListAck;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.Timeline;

/**
 * Subscriptions of clients to digests, with the rule by which digests are combined into lists.
 * Digests that no client has asked for are not sent.
 */
public final class DigestEntities implements EntityKind {

    private final P4InfoIndex index;
    private final Timeline timeline;
    private final Arbitration arbitration;
    private final P4DataCodec codec;
    private final Map<Integer, DigestLists> enabled = new TreeMap<>();
    private long lastListId;

    /**
     * The digests of a program.
     *
     * @param arbitration clients of the roles, whose primaries get the lists
     */
    public DigestEntities(P4InfoIndex index, Timeline timeline, Arbitration arbitration) {
        this.index = index;
        this.timeline = timeline;
        this.arbitration = arbitration;
        this.codec = new P4DataCodec(index);
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        DigestEntry entry = entity.getDigestEntry();
        P4InfoOuterClass.Digest info = index.digest(entry.getDigestId());
        int id = entry.getDigestId();
        String what = "digest " + info.getPreamble().getName();
        ResourceCodec.rejectUnknownFields(entry, what);
        DigestEntry.Config config = entry.getConfig();
        if (type != Update.Type.DELETE
                && (config.getMaxTimeoutNs() < 0
                        || config.getMaxListSize() < 0
                        || config.getAckTimeoutNs() < 0)) {
            throw RequestException.invalid(what + ", config: times and sizes must not be below 0");
        }
        return () -> {
            DigestLists lists = enabled.get(id);
            if (type == Update.Type.INSERT && lists != null) {
                throw new RequestException(Status.Code.ALREADY_EXISTS, what + ": it is enabled");
            }
            if (type != Update.Type.INSERT && lists == null) {
                throw RequestException.notFound(what + ": it is not enabled");
            }
            if (type == Update.Type.INSERT) {
                enable(id, config);
                return () -> disable(id);
            }
            if (type == Update.Type.DELETE) {
                disable(id);
                return () -> {
                    lists.open();
                    enabled.put(id, lists);
                };
            }
            DigestEntry.Config before = lists.config();
            lists.configure(config);
            return () -> lists.configure(before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        int wanted = request.getDigestEntry().getDigestId();
        Collection<Integer> ids =
                wanted == 0
                        ? enabled.keySet()
                        : List.of(index.digest(wanted).getPreamble().getId());
        for (int id : ids) {
            DigestLists lists = enabled.get(id);
            if (lists != null) {
                DigestEntry.Config config = lists.config();
                out.accept(
                        () ->
                                Entity.newBuilder()
                                        .setDigestEntry(
                                                DigestEntry.newBuilder()
                                                        .setDigestId(id)
                                                        .setConfig(config))
                                        .build());
            }
        }
    }

    private void enable(int id, DigestEntry.Config config) {
        enabled.put(
                id,
                new DigestLists(id, config, timeline, () -> ++lastListId, list -> send(id, list)));
    }

    private void disable(int id) {
        enabled.remove(id).close();
    }

    private void send(int digestId, StreamMessageResponse list) {
        arbitration.offerToPrimaries(scope -> scope.covers(digestId), list);
    }

    /** Takes a digest of the running program. */
    public void add(Digest digest) {
        for (Map.Entry<Integer, DigestLists> one : enabled.entrySet()) {
            P4InfoOuterClass.Digest info = index.digest(one.getKey());
            if (info.getPreamble().getName().equals(digest.name())) {
                P4Data data =
                        codec.encode(
                                info.getTypeSpec(),
                                digest.fields().iterator(),
                                "digest " + digest.name());
                one.getValue().add(data);
            }
        }
    }

    /**
     * Takes a client's word that it has acted on a list.
     *
     * @throws RequestException INVALID_ARGUMENT for a digest that the P4Info lacks
     */
    public void acknowledge(DigestListAck ack) {
        index.digest(ack.getDigestId());
        DigestLists lists = enabled.get(ack.getDigestId());
        if (lists != null) {
            lists.acknowledge(ack.getListId());
        }
    }

    /** Sends nothing more: another program runs. */
    public void stop() {
        enabled.values().forEach(DigestLists::close);
        enabled.clear();
    }
}
