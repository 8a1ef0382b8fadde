// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.ValueSetControl;
import org.weir.bmv2.p4runtime.p4info.KeyInfo;
import org.weir.bmv2.p4runtime.p4info.MatchCodec;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ValueSet;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetMember;
import org.weir.bmv2.rpc.RequestException;

/** The value sets of the parser (P4Runtime specification 1.4, "ValueSetEntry"). */
public final class ValueSetEntities implements EntityKind {

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final Map<Integer, KeyInfo> keys = new HashMap<>();

    public ValueSetEntities(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
        for (ValueSet info : index.valueSets().values()) {
            keys.put(
                    info.getPreamble().getId(),
                    new KeyInfo(
                            what(info), info.getMatchList(), index.valueTypes(), switchBits(info)));
        }
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        ValueSetEntry entry = entity.getValueSetEntry();
        ValueSet info = index.valueSet(entry.getValueSetId());
        ResourceCodec.requireModify(type, what(info));
        Set<List<MatchKey>> members = new LinkedHashSet<>();
        for (ValueSetMember member : entry.getMembersList()) {
            if (!members.add(MatchCodec.decode(key(info), member.getMatchList()))) {
                throw new RequestException(
                        Status.Code.ALREADY_EXISTS,
                        what(info) + ": member " + (members.size() + 1) + " is given twice");
            }
        }
        if (info.getSize() > 0 && members.size() > info.getSize()) {
            throw new RequestException(
                    Status.Code.RESOURCE_EXHAUSTED,
                    what(info)
                            + ": it takes "
                            + info.getSize()
                            + " members, not "
                            + members.size());
        }
        return () -> {
            ValueSetControl set = set(info);
            List<List<MatchKey>> before = set.members();
            set.replace(List.copyOf(members));
            return () -> set.replace(before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        int wanted = request.getValueSetEntry().getValueSetId();
        Collection<ValueSet> infos =
                wanted == 0 ? index.valueSets().values() : List.of(index.valueSet(wanted));
        for (ValueSet info : infos) {
            List<List<MatchKey>> members = set(info).members();
            out.accept(
                    () -> {
                        ValueSetEntry.Builder entry =
                                ValueSetEntry.newBuilder()
                                        .setValueSetId(info.getPreamble().getId());
                        members.forEach(
                                member ->
                                        entry.addMembers(
                                                ValueSetMember.newBuilder()
                                                        .addAllMatch(
                                                                MatchCodec.encode(
                                                                        key(info), member))));
                        return Entity.newBuilder().setValueSetEntry(entry).build();
                    });
        }
    }

    private List<Integer> switchBits(ValueSet info) {
        return index.program().valueSets().stream()
                .filter(set -> set.name().equals(info.getPreamble().getName()))
                .findFirst()
                .map(org.weir.bmv2.program.ValueSet::fieldBits)
                .orElse(List.of());
    }

    private KeyInfo key(ValueSet info) {
        return keys.get(info.getPreamble().getId());
    }

    private ValueSetControl set(ValueSet info) {
        return control.valueSet(info.getPreamble().getName())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what(info) + ": in the P4Info, but not in the program"));
    }

    private static String what(ValueSet info) {
        return "value set " + info.getPreamble().getName();
    }
}
