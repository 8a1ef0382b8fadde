// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.header.FieldType;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.rpc.RequestException;

/**
 * The header that the program puts before packets to the controller, or expects before those from
 * it ({@code @controller_header}), and the metadata that clients see instead.
 */
public final class PacketHeader {

    private final String name;
    private final List<ControllerPacketMetadata.Metadata> fields;
    private final List<ValueType> types = new ArrayList<>();
    private final int lengthBytes;

    /**
     * A header of the P4Info; without fields where the P4Info has none of the name.
     *
     * @param name {@code packet_in} or {@code packet_out}
     * @throws RequestException INVALID_ARGUMENT if it is not whole bytes
     */
    public PacketHeader(P4InfoIndex index, String name) {
        this.name = name;
        this.fields =
                index.p4info().getControllerPacketMetadataList().stream()
                        .filter(header -> header.getPreamble().getName().equals(name))
                        .findFirst()
                        .map(ControllerPacketMetadata::getMetadataList)
                        .orElse(List.of());
        List<Integer> switchBits = switchBits(index.program());
        for (ControllerPacketMetadata.Metadata field : fields) {
            types.add(
                    index.valueTypes()
                            .of(
                                    field.getTypeName(),
                                    field.getBitwidth(),
                                    switchBits.isEmpty() ? 0 : switchBits.get(types.size()),
                                    name + ", metadata " + field.getName()));
        }
        int bits = types.stream().mapToInt(ValueType::switchBits).sum();
        if (bits % 8 != 0) {
            throw RequestException.invalid(
                    "p4info: header " + name + ": its " + bits + " bits are not whole bytes");
        }
        lengthBytes = bits / 8;
    }

    /**
     * The widths of the fields in the data plane, which the P4Info does not tell of those whose
     * type is translated: those of the program's header with the same fields; empty where there is
     * none.
     */
    private List<Integer> switchBits(Program program) {
        List<String> names =
                fields.stream().map(ControllerPacketMetadata.Metadata::getName).toList();
        return program.headers().stream()
                .map(header -> header.type().fields())
                .filter(all -> all.stream().map(FieldType::name).toList().equals(names))
                .findFirst()
                .map(all -> all.stream().map(FieldType::bitWidth).toList())
                .orElse(List.of());
    }

    /** Length of the header. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The fields of the header at the start of a frame that is at least as long as it. */
    public List<PacketMetadata> decode(byte[] frame) {
        List<PacketMetadata> metadata = new ArrayList<>(fields.size());
        int bit = 0;
        for (int i = 0; i < fields.size(); i++) {
            int width = types.get(i).switchBits();
            byte[] value = new byte[Bytestrings.byteLength(width)];
            copyBits(frame, bit, value, 8 * value.length - width, width);
            metadata.add(
                    PacketMetadata.newBuilder()
                            .setMetadataId(fields.get(i).getId())
                            .setValue(types.get(i).encode(value))
                            .build());
            bit += width;
        }
        return metadata;
    }

    /**
     * A frame that starts with the header. Padding may be left out.
     *
     * @throws RequestException INVALID_ARGUMENT if a field is unknown, missing, given twice or too
     *     wide
     */
    public byte[] encode(List<PacketMetadata> metadata, ByteString payload) {
        byte[] frame = new byte[lengthBytes + payload.size()];
        boolean[] given = new boolean[fields.size()];
        for (PacketMetadata one : metadata) {
            int position = 0;
            int bit = 0;
            while (position < fields.size()
                    && fields.get(position).getId() != one.getMetadataId()) {
                bit += types.get(position++).switchBits();
            }
            if (position == fields.size()) {
                throw RequestException.invalid(
                        name + ": no metadata has id " + one.getMetadataId());
            }
            ControllerPacketMetadata.Metadata field = fields.get(position);
            String what = name + ", metadata " + field.getName();
            if (given[position]) {
                throw RequestException.invalid(what + ": given twice");
            }
            given[position] = true;
            byte[] value = types.get(position).decode(one.getValue(), what);
            int width = types.get(position).switchBits();
            copyBits(value, 8 * value.length - width, frame, bit, width);
        }
        for (int i = 0; i < given.length; i++) {
            if (!given[i] && !isPadding(fields.get(i))) {
                throw RequestException.invalid(
                        name + ", metadata " + fields.get(i).getName() + ": not given");
            }
        }
        payload.copyTo(frame, lengthBytes);
        return frame;
    }

    /** Annotated so, or named with a leading underscore as was the custom before the annotation. */
    private static boolean isPadding(ControllerPacketMetadata.Metadata field) {
        return field.getName().startsWith("_")
                || field.getAnnotationsList().stream()
                        .anyMatch(annotation -> annotation.startsWith("@padding"));
    }

    /** The frame behind the header. */
    public ByteString payload(byte[] frame) {
        return ByteString.copyFrom(frame, lengthBytes, frame.length - lengthBytes);
    }

    private static void copyBits(byte[] from, int fromBit, byte[] to, int toBit, int count) {
        for (int i = 0; i < count; i++) {
            int source = fromBit + i;
            int target = toBit + i;
            if ((from[source / 8] >> 7 - source % 8 & 1) != 0) {
                to[target / 8] |= (byte) (0x80 >> target % 8);
            }
        }
    }
}
