// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.ControllerPacketMetadata;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.rpc.RequestException;

/**
 * The header that the program puts before packets to the controller, or expects before those from
 * it ({@code @controller_header}), and the metadata that clients see instead.
 */
final class PacketHeader {

    private final String name;
    private final List<ControllerPacketMetadata.Metadata> fields;
    private final int lengthBytes;

    /**
     * A header of the P4Info; without fields where the P4Info has none of the name.
     *
     * @param name {@code packet_in} or {@code packet_out}
     * @throws RequestException INVALID_ARGUMENT if it is not whole bytes
     */
    PacketHeader(P4Info p4info, String name) {
        this.name = name;
        this.fields =
                p4info.getControllerPacketMetadataList().stream()
                        .filter(header -> header.getPreamble().getName().equals(name))
                        .findFirst()
                        .map(ControllerPacketMetadata::getMetadataList)
                        .orElse(List.of());
        int bits = fields.stream().mapToInt(ControllerPacketMetadata.Metadata::getBitwidth).sum();
        if (bits % 8 != 0) {
            throw RequestException.invalid(
                    "p4info: header " + name + ": its " + bits + " bits are not whole bytes");
        }
        lengthBytes = bits / 8;
    }

    /** Length of the header. */
    int lengthBytes() {
        return lengthBytes;
    }

    /** The fields of the header at the start of a frame that is at least as long as it. */
    List<PacketMetadata> decode(byte[] frame) {
        List<PacketMetadata> metadata = new ArrayList<>(fields.size());
        int bit = 0;
        for (ControllerPacketMetadata.Metadata field : fields) {
            byte[] value = new byte[Bytestrings.byteLength(field.getBitwidth())];
            copyBits(
                    frame, bit, value, 8 * value.length - field.getBitwidth(), field.getBitwidth());
            metadata.add(
                    PacketMetadata.newBuilder()
                            .setMetadataId(field.getId())
                            .setValue(Bytestrings.encode(value))
                            .build());
            bit += field.getBitwidth();
        }
        return metadata;
    }

    /**
     * A frame that starts with the header. Padding may be left out.
     *
     * @throws RequestException INVALID_ARGUMENT if a field is unknown, missing, given twice or too
     *     wide
     */
    byte[] encode(List<PacketMetadata> metadata, ByteString payload) {
        byte[] frame = new byte[lengthBytes + payload.size()];
        boolean[] given = new boolean[fields.size()];
        for (PacketMetadata one : metadata) {
            int position = 0;
            int bit = 0;
            while (position < fields.size()
                    && fields.get(position).getId() != one.getMetadataId()) {
                bit += fields.get(position++).getBitwidth();
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
            byte[] value = Bytestrings.decode(one.getValue(), field.getBitwidth(), what);
            copyBits(
                    value, 8 * value.length - field.getBitwidth(), frame, bit, field.getBitwidth());
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
    ByteString payload(byte[] frame) {
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
