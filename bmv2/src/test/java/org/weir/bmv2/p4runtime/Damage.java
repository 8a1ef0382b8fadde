// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random damage: to bytes, to a message that stays one, and to JSON that stays JSON. */
final class Damage {

    private static final long[] NUMBERS = {
        0,
        1,
        2,
        -1,
        255,
        65536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final int[] LENGTHS_BYTES = {0, 1, 2, 3, 4, 6, 7, 16, 300};

    private final Random random;

    Damage(Random random) {
        this.random = random;
    }

    /** Changes, removes or adds a few bytes. */
    byte[] bytes(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(6)) {
                case 0, 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes[at] = (byte) random.nextInt(8);
                case 3 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 4 -> bytes = Arrays.copyOf(bytes, at);
                default -> {
                    byte[] longer = new byte[bytes.length + 1];
                    System.arraycopy(bytes, 0, longer, 0, at);
                    System.arraycopy(bytes, at, longer, at + 1, bytes.length - at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    /** Gives one field, anywhere in a message, a value that it may well not have. */
    @SuppressWarnings("unchecked")
    <T extends Message> T message(T message) {
        Message.Builder builder = message.toBuilder();
        change(builder);
        return (T) builder.build();
    }

    private void change(Message.Builder builder) {
        List<FieldDescriptor> present = new ArrayList<>(builder.getAllFields().keySet());
        List<FieldDescriptor> inner =
                present.stream()
                        .filter(f -> f.getJavaType() == FieldDescriptor.JavaType.MESSAGE)
                        .filter(f -> !f.isMapField())
                        .toList();
        if (!inner.isEmpty() && random.nextInt(4) > 0) {
            changeWithin(builder, inner.get(random.nextInt(inner.size())));
            return;
        }
        List<FieldDescriptor> all = builder.getDescriptorForType().getFields();
        switch (random.nextInt(6)) {
            case 0 -> {
                if (!present.isEmpty()) {
                    builder.clearField(present.get(random.nextInt(present.size())));
                }
            }
            case 1 ->
                    builder.setUnknownFields(
                            UnknownFieldSet.newBuilder()
                                    .addField(
                                            1000 + random.nextInt(1000),
                                            UnknownFieldSet.Field.newBuilder()
                                                    .addVarint(random.nextInt())
                                                    .build())
                                    .build());
            case 2 -> {
                List<FieldDescriptor> repeated =
                        present.stream().filter(f -> f.isRepeated() && !f.isMapField()).toList();
                if (!repeated.isEmpty()) {
                    FieldDescriptor field = repeated.get(random.nextInt(repeated.size()));
                    int count = builder.getRepeatedFieldCount(field);
                    builder.addRepeatedField(
                            field, builder.getRepeatedField(field, random.nextInt(count)));
                }
            }
            default -> {
                if (!all.isEmpty()) {
                    set(builder, all.get(random.nextInt(all.size())));
                }
            }
        }
    }

    private void changeWithin(Message.Builder builder, FieldDescriptor field) {
        if (!field.isRepeated()) {
            Message.Builder one = ((Message) builder.getField(field)).toBuilder();
            change(one);
            builder.setField(field, one.build());
            return;
        }
        int at = random.nextInt(builder.getRepeatedFieldCount(field));
        Message.Builder one = ((Message) builder.getRepeatedField(field, at)).toBuilder();
        change(one);
        builder.setRepeatedField(field, at, one.build());
    }

    private void set(Message.Builder builder, FieldDescriptor field) {
        if (field.isMapField()) {
            builder.clearField(field);
        } else if (!field.isRepeated()) {
            builder.setField(field, value(builder, field));
        } else if (builder.getRepeatedFieldCount(field) == 0 || random.nextBoolean()) {
            builder.addRepeatedField(field, value(builder, field));
        } else {
            int at = random.nextInt(builder.getRepeatedFieldCount(field));
            builder.setRepeatedField(field, at, value(builder, field));
        }
    }

    private Object value(Message.Builder builder, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case INT -> (int) number();
            case LONG -> number();
            case BOOLEAN -> random.nextBoolean();
            case FLOAT -> Float.NaN;
            case DOUBLE -> Double.NaN;
            case STRING -> random.nextBoolean() ? "" : "\0\ud83d\ude00".repeat(random.nextInt(100));
            case BYTE_STRING -> {
                byte[] bytes = new byte[LENGTHS_BYTES[random.nextInt(LENGTHS_BYTES.length)]];
                random.nextBytes(bytes);
                yield ByteString.copyFrom(bytes);
            }
            case ENUM -> enumValue(field);
            case MESSAGE -> {
                Message.Builder one = builder.newBuilderForField(field);
                if (random.nextBoolean()) {
                    change(one);
                }
                yield one.build();
            }
        };
    }

    private EnumValueDescriptor enumValue(FieldDescriptor field) {
        return field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(12) - 1);
    }

    private long number() {
        return random.nextBoolean() ? NUMBERS[random.nextInt(NUMBERS.length)] : random.nextLong();
    }

    /** Changes one value, anywhere in a document, in place. */
    void json(JsonNode document) {
        JsonNode at = document;
        while (true) {
            JsonNode next = at.isEmpty() ? null : child(at);
            if (next == null
                    || !next.isContainerNode()
                    || next.isEmpty()
                    || random.nextInt(8) == 0) {
                break;
            }
            at = next;
        }
        JsonNodeFactory make = JsonNodeFactory.instance;
        JsonNode value =
                switch (random.nextInt(8)) {
                    case 0 -> make.nullNode();
                    case 1 -> make.numberNode((int) number());
                    case 2 -> make.numberNode(random.nextInt(8));
                    case 3 -> make.textNode("0x" + Long.toHexString(number()));
                    case 4 -> make.arrayNode();
                    case 5 -> make.objectNode();
                    case 6 -> make.booleanNode(random.nextBoolean());
                    default -> null;
                };
        if (at instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (value == null) {
                object.remove(name);
            } else {
                object.set(name, value);
            }
        } else if (at instanceof ArrayNode array) {
            int position = random.nextInt(array.size());
            if (value == null) {
                array.remove(position);
            } else {
                array.set(position, value);
            }
        }
    }

    private JsonNode child(JsonNode container) {
        int wanted = random.nextInt(container.size());
        for (JsonNode child : container) {
            if (wanted-- == 0) {
                return child;
            }
        }
        throw new IllegalStateException();
    }
}
