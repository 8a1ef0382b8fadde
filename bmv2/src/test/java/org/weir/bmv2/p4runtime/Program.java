// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.p4info.P4InfoText;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.Preamble;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Action;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.FieldMatch;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableAction;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;

/** A test program: its files, the ids of its objects, and messages about them. */
public final class Program {

    /** One of each kind of entity. */
    public static final Program ENTITIES = new Program("entities");

    /** Values that clients see otherwise than the data plane does. */
    static final Program TRANSLATED = new Program("translated");

    public final P4Info p4info;
    final String p4infoText;
    final byte[] json;
    private final Map<String, Integer> ids = new HashMap<>();

    private Program(String name) {
        p4infoText = resource(name + ".p4info.txtpb");
        json = resource(name + ".json").getBytes(StandardCharsets.UTF_8);
        try {
            p4info = P4InfoText.read(p4infoText);
        } catch (ProgramException e) {
            throw new IllegalStateException(e);
        }
        p4info.getTablesList().forEach(o -> add(o.getPreamble()));
        p4info.getActionsList().forEach(o -> add(o.getPreamble()));
        p4info.getCountersList().forEach(o -> add(o.getPreamble()));
        p4info.getMetersList().forEach(o -> add(o.getPreamble()));
        p4info.getRegistersList().forEach(o -> add(o.getPreamble()));
        p4info.getActionProfilesList().forEach(o -> add(o.getPreamble()));
        p4info.getValueSetsList().forEach(o -> add(o.getPreamble()));
        p4info.getDigestsList().forEach(o -> add(o.getPreamble()));
    }

    public int id(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            throw new IllegalArgumentException(name + " is not in " + ids.keySet());
        }
        return id;
    }

    public ForwardingPipelineConfig config(long cookie) {
        return ForwardingPipelineConfig.newBuilder()
                .setP4Info(p4info)
                .setP4DeviceConfig(ByteString.copyFrom(json))
                .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(cookie))
                .build();
    }

    public Action action(String name, long... parameters) {
        Action.Builder action = Action.newBuilder().setActionId(id(name));
        for (int i = 0; i < parameters.length; i++) {
            action.addParams(
                    Action.Param.newBuilder().setParamId(i + 1).setValue(number(parameters[i])));
        }
        return action.build();
    }

    public TableAction tableAction(String name, long... parameters) {
        return TableAction.newBuilder().setAction(action(name, parameters)).build();
    }

    /** An entry of {@code I.routes}. */
    public TableEntry route(long prefix, int length, int port) {
        return TableEntry.newBuilder()
                .setTableId(id("I.routes"))
                .addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(1)
                                .setLpm(
                                        FieldMatch.LPM
                                                .newBuilder()
                                                .setValue(number(prefix))
                                                .setPrefixLen(length)))
                .setAction(tableAction("I.set_output", port))
                .build();
    }

    /** An entry of {@code I.acl} that takes frames of one EtherType. */
    public TableEntry acl(int etherType, int priority, TableAction action) {
        return TableEntry.newBuilder()
                .setTableId(id("I.acl"))
                .addMatch(ternary(3, etherType, 0xffff))
                .setPriority(priority)
                .setAction(action)
                .build();
    }

    /**
     * An entry of {@code I.acl} with some of its five fields, in the form in which it must come
     * back.
     */
    public TableEntry randomAcl(Random random, int priority) {
        TableEntry.Builder entry =
                TableEntry.newBuilder().setTableId(id("I.acl")).setPriority(priority);
        int[] widths = {9, 48, 16};
        for (int i = 0; i < widths.length; i++) {
            BigInteger mask = new BigInteger(widths[i], random);
            if (random.nextBoolean() && mask.signum() > 0) {
                BigInteger value = new BigInteger(widths[i], random).and(mask);
                entry.addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(i + 1)
                                .setTernary(
                                        FieldMatch.Ternary.newBuilder()
                                                .setValue(number(value))
                                                .setMask(number(mask))));
            }
        }
        if (random.nextBoolean()) {
            entry.addMatch(
                    FieldMatch.newBuilder()
                            .setFieldId(4)
                            .setOptional(
                                    FieldMatch.Optional.newBuilder()
                                            .setValue(number(new BigInteger(48, random)))));
        }
        int low = random.nextInt(65536);
        int high = low + random.nextInt(65536 - low);
        if (low > 0) {
            entry.addMatch(
                    FieldMatch.newBuilder()
                            .setFieldId(5)
                            .setRange(
                                    FieldMatch.Range.newBuilder()
                                            .setLow(number(low))
                                            .setHigh(number(high))));
        }
        return entry.setAction(tableAction("I.set_output", random.nextInt(512)))
                .setMetadata(ByteString.copyFromUtf8("entry " + priority))
                .build();
    }

    public static FieldMatch ternary(int field, long value, long mask) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setTernary(
                        FieldMatch.Ternary.newBuilder()
                                .setValue(number(value))
                                .setMask(number(mask)))
                .build();
    }

    public static FieldMatch exact(int field, long value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(number(value)))
                .build();
    }

    public static Entity entity(TableEntry entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    /** A number as short as it can be. */
    public static ByteString number(long value) {
        return number(BigInteger.valueOf(value));
    }

    public static ByteString number(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return bytes.length > 1 && bytes[0] == 0
                ? ByteString.copyFrom(bytes, 1, bytes.length - 1)
                : ByteString.copyFrom(bytes);
    }

    private void add(Preamble preamble) {
        ids.put(preamble.getName(), preamble.getId());
    }

    private static String resource(String name) {
        try (InputStream in = Program.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
