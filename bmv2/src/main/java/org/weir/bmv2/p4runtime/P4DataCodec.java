// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.ByteString;
import java.util.Iterator;
import org.weir.bmv2.proto.config.v1.P4Types.P4BitstringLikeTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4DataTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4HeaderTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4StructTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4TypeInfo;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Header;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4StructLike;
import org.weir.bmv2.rpc.RequestException;

/** Values of P4's types between {@code P4Data} and the switch's bytes. */
final class P4DataCodec {

    private P4DataCodec() {}

    /**
     * A client's value of {@code bit<W>}, {@code int<W>} or {@code bool} as the switch takes it.
     *
     * @throws RequestException INVALID_ARGUMENT if it is not of the type, UNIMPLEMENTED for other
     *     types
     */
    static byte[] decode(P4DataTypeSpec type, P4Data data, String what) {
        requireSupported(type, what);
        if (type.hasBool()) {
            requireCase(data, P4Data.DataCase.BOOL, what);
            return new byte[] {(byte) (data.getBool() ? 1 : 0)};
        }
        requireCase(data, P4Data.DataCase.BITSTRING, what);
        P4BitstringLikeTypeSpec bits = type.getBitstring();
        ByteString value = data.getBitstring();
        return bits.hasInt()
                ? Bytestrings.decodeSigned(value, bits.getInt().getBitwidth(), what)
                : Bytestrings.decode(value, bits.getBit().getBitwidth(), what);
    }

    /** A value of {@code bit<W>}, {@code int<W>} or {@code bool} as a client sees it. */
    static P4Data encode(P4DataTypeSpec type, byte[] value) {
        if (type.hasBool()) {
            return P4Data.newBuilder().setBool(!Bytestrings.isZero(value)).build();
        }
        P4BitstringLikeTypeSpec bits = type.getBitstring();
        return P4Data.newBuilder()
                .setBitstring(
                        bits.hasInt()
                                ? Bytestrings.encodeSigned(value, bits.getInt().getBitwidth())
                                : Bytestrings.encode(value))
                .build();
    }

    /** Refuses types other than {@code bit<W>}, {@code int<W>} and {@code bool}. */
    static void requireSupported(P4DataTypeSpec type, String what) {
        if (!type.hasBool() && !(type.hasBitstring() && !type.getBitstring().hasVarbit())) {
            throw RequestException.unimplemented(
                    what + ": values of type " + type.getTypeSpecCase());
        }
    }

    /**
     * A value of a type that may be put together from others, as a client sees it.
     *
     * @param types the P4Info's named types
     * @param fields the values of the parts, in order; those that belong to the value are taken
     */
    static P4Data encode(
            P4TypeInfo types, P4DataTypeSpec type, Iterator<byte[]> fields, String what) {
        switch (type.getTypeSpecCase()) {
            case TUPLE:
                P4StructLike.Builder tuple = P4StructLike.newBuilder();
                type.getTuple()
                        .getMembersList()
                        .forEach(m -> tuple.addMembers(encode(types, m, fields, what)));
                return P4Data.newBuilder().setTuple(tuple).build();
            case STRUCT:
                P4StructLike.Builder struct = P4StructLike.newBuilder();
                for (P4StructTypeSpec.Member member :
                        types.getStructsOrThrow(type.getStruct().getName()).getMembersList()) {
                    struct.addMembers(encode(types, member.getTypeSpec(), fields, what));
                }
                return P4Data.newBuilder().setStruct(struct).build();
            case HEADER:
                P4Header.Builder header = P4Header.newBuilder().setIsValid(true);
                for (P4HeaderTypeSpec.Member member :
                        types.getHeadersOrThrow(type.getHeader().getName()).getMembersList()) {
                    P4DataTypeSpec bits =
                            P4DataTypeSpec.newBuilder().setBitstring(member.getTypeSpec()).build();
                    header.addBitstrings(encode(types, bits, fields, what).getBitstring());
                }
                return P4Data.newBuilder().setHeader(header).build();
            case SERIALIZABLE_ENUM:
                return P4Data.newBuilder().setEnumValue(Bytestrings.encode(fields.next())).build();
            case NEW_TYPE:
                return encode(
                        types,
                        types.getNewTypesOrThrow(type.getNewType().getName()).getOriginalType(),
                        fields,
                        what);
            default:
                requireSupported(type, what);
                return encode(type, fields.next());
        }
    }

    private static void requireCase(P4Data data, P4Data.DataCase expected, String what) {
        if (data.getDataCase() != expected) {
            throw RequestException.invalid(
                    what + ", data: must be " + expected + ", but is " + data.getDataCase());
        }
    }
}
