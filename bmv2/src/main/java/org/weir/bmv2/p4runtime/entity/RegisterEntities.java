// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.p4runtime.p4info.P4DataCodec;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.program.RegisterArray;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Register;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Index;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Registers, which stock BMv2 refuses to read and write. */
public final class RegisterEntities implements EntityKind {

    private final P4InfoIndex index;
    private final SwitchControl control;
    private final P4DataCodec codec;

    public RegisterEntities(P4InfoIndex index, SwitchControl control) {
        this.index = index;
        this.control = control;
        this.codec = new P4DataCodec(index);
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        RegisterEntry entry = entity.getRegisterEntry();
        Register info = index.register(entry.getRegisterId());
        String what = what(info);
        ResourceCodec.requireModify(type, what);
        if (!entry.hasData()) {
            throw RequestException.invalid(what + ", data: not given");
        }
        byte[] value = codec.decode(info.getTypeSpec(), bitWidth(info), entry.getData(), what);
        return () -> {
            RegisterControl register = register(info);
            int[] range =
                    ResourceCodec.range(entry.hasIndex(), entry.getIndex(), register.size(), what);
            byte[][] before = new byte[range[1] - range[0]][];
            for (int i = range[0]; i < range[1]; i++) {
                before[i - range[0]] = register.read(i);
                register.write(i, value);
            }
            return () -> {
                for (int i = range[0]; i < range[1]; i++) {
                    register.write(i, before[i - range[0]]);
                }
            };
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        RegisterEntry filter = request.getRegisterEntry();
        boolean all = filter.getRegisterId() == 0;
        Collection<Register> registers =
                all ? index.registers().values() : List.of(index.register(filter.getRegisterId()));
        for (Register info : registers) {
            RegisterControl register = register(info);
            int[] range =
                    ResourceCodec.range(
                            !all && filter.hasIndex(),
                            filter.getIndex(),
                            register.size(),
                            what(info));
            for (int i = range[0]; i < range[1]; i++) {
                int cell = i;
                byte[] value = register.read(i);
                out.accept(
                        () ->
                                Entity.newBuilder()
                                        .setRegisterEntry(
                                                RegisterEntry.newBuilder()
                                                        .setRegisterId(info.getPreamble().getId())
                                                        .setIndex(Index.newBuilder().setIndex(cell))
                                                        .setData(
                                                                codec.encode(
                                                                        info.getTypeSpec(),
                                                                        List.of(value).iterator(),
                                                                        what(info))))
                                        .build());
            }
        }
    }

    private int bitWidth(Register info) {
        return index.program().registers().stream()
                .filter(array -> array.name().equals(info.getPreamble().getName()))
                .findFirst()
                .map(RegisterArray::bitWidth)
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what(info) + ": in the P4Info, but not in the program"));
    }

    private RegisterControl register(Register info) {
        return control.register(info.getPreamble().getName())
                .orElseThrow(
                        () ->
                                RequestException.notFound(
                                        what(info) + ": in the P4Info, but not in the program"));
    }

    private static String what(Register info) {
        return "register " + info.getPreamble().getName();
    }
}
