// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.Iterator;
import java.util.Map;
import org.weir.bmv2.proto.config.v1.P4Types.P4BitstringLikeTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4DataTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4EnumTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4HeaderTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4NewTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4StructTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4TypeInfo;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Data;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4Header;
import org.weir.bmv2.proto.v1.P4DataOuterClass.P4StructLike;
import org.weir.bmv2.rpc.RequestException;

/**
 * Values of P4's types between {@code P4Data} and the switch's bytes (P4Runtime specification 1.4,
 * "Representation of Arbitrary P4 Types").
 */
public final class P4DataCodec {

    private final P4TypeInfo types;
    private final ValueTypes valueTypes;
    private final Map<String, Integer> errors;

    public P4DataCodec(P4InfoIndex index) {
        types = index.p4info().getTypeInfo();
        valueTypes = index.valueTypes();
        errors = index.program().errors();
    }

    /**
     * A client's value of a type that is one number in the switch, as the switch takes it.
     *
     * @param switchBits width of the number in the switch, bits
     * @throws RequestException INVALID_ARGUMENT if it is not of the type, OUT_OF_RANGE if it does
     *     not fit, UNIMPLEMENTED for other types
     */
    public byte[] decode(P4DataTypeSpec type, int switchBits, P4Data data, String what) {
        switch (type.getTypeSpecCase()) {
            case BOOL:
                requireCase(data, P4Data.DataCase.BOOL, what);
                return new byte[] {(byte) (data.getBool() ? 1 : 0)};
            case SERIALIZABLE_ENUM:
                requireCase(data, P4Data.DataCase.ENUM_VALUE, what);
                return Bytestrings.decode(data.getEnumValue(), switchBits, what);
            case NEW_TYPE:
                P4NewTypeSpec named = newType(type);
                if (!named.hasTranslatedType()) {
                    return decode(named.getOriginalType(), switchBits, data, what);
                }
                requireCase(data, P4Data.DataCase.BITSTRING, what);
                return translated(type, switchBits, what).decode(data.getBitstring(), what);
            default:
                requireNumber(type, what);
                requireCase(data, P4Data.DataCase.BITSTRING, what);
                ByteString value = data.getBitstring();
                P4BitstringLikeTypeSpec bits = type.getBitstring();
                return bits.hasInt()
                        ? Bytestrings.decodeSigned(value, bits.getInt().getBitwidth(), what)
                        : Bytestrings.decode(value, bits.getBit().getBitwidth(), what);
        }
    }

    /**
     * A value of a type that may be put together from others, as a client sees it.
     *
     * @param fields the values of the parts, in order; those that belong to the value are taken
     * @throws RequestException UNIMPLEMENTED for types that BMv2's programs cannot hold
     */
    public P4Data encode(P4DataTypeSpec type, Iterator<byte[]> fields, String what) {
        switch (type.getTypeSpecCase()) {
            case TUPLE:
                P4StructLike.Builder tuple = P4StructLike.newBuilder();
                type.getTuple()
                        .getMembersList()
                        .forEach(m -> tuple.addMembers(encode(m, fields, what)));
                return P4Data.newBuilder().setTuple(tuple).build();
            case STRUCT:
                P4StructLike.Builder struct = P4StructLike.newBuilder();
                for (P4StructTypeSpec.Member member :
                        types.getStructsOrThrow(type.getStruct().getName()).getMembersList()) {
                    struct.addMembers(encode(member.getTypeSpec(), fields, what));
                }
                return P4Data.newBuilder().setStruct(struct).build();
            case HEADER:
                P4Header.Builder header = P4Header.newBuilder().setIsValid(true);
                for (P4HeaderTypeSpec.Member member :
                        types.getHeadersOrThrow(type.getHeader().getName()).getMembersList()) {
                    P4DataTypeSpec bits =
                            P4DataTypeSpec.newBuilder().setBitstring(member.getTypeSpec()).build();
                    header.addBitstrings(encode(bits, fields, what).getBitstring());
                }
                return P4Data.newBuilder().setHeader(header).build();
            case ENUM:
                return P4Data.newBuilder().setEnum(enumName(type, fields.next())).build();
            case ERROR:
                return P4Data.newBuilder().setError(errorName(fields.next())).build();
            case SERIALIZABLE_ENUM:
                return P4Data.newBuilder().setEnumValue(Bytestrings.encode(fields.next())).build();
            case NEW_TYPE:
                P4NewTypeSpec named = newType(type);
                if (!named.hasTranslatedType()) {
                    return encode(named.getOriginalType(), fields, what);
                }
                byte[] number = fields.next();
                return P4Data.newBuilder()
                        .setBitstring(translated(type, 8 * number.length, what).encode(number))
                        .build();
            case BOOL:
                return P4Data.newBuilder().setBool(!Bytestrings.isZero(fields.next())).build();
            default:
                requireNumber(type, what);
                P4BitstringLikeTypeSpec bits = type.getBitstring();
                byte[] value = fields.next();
                return P4Data.newBuilder()
                        .setBitstring(
                                bits.hasInt()
                                        ? Bytestrings.encodeSigned(
                                                value, bits.getInt().getBitwidth())
                                        : Bytestrings.encode(value))
                        .build();
        }
    }

    private ValueType translated(P4DataTypeSpec type, int switchBits, String what) {
        return valueTypes.of(type.getNewType(), 0, switchBits, what);
    }

    private P4NewTypeSpec newType(P4DataTypeSpec type) {
        return types.getNewTypesOrThrow(type.getNewType().getName());
    }

    /** p4c numbers an enum's members in the order of their declaration. */
    private String enumName(P4DataTypeSpec type, byte[] value) {
        int number = new BigInteger(1, value).intValue();
        P4EnumTypeSpec spec = types.getEnumsOrThrow(type.getEnum().getName());
        return number < 0 || number >= spec.getMembersCount()
                ? String.valueOf(number)
                : spec.getMembers(number).getName();
    }

    private String errorName(byte[] value) {
        int number = new BigInteger(1, value).intValue();
        return errors.entrySet().stream()
                .filter(error -> error.getValue() == number)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(String.valueOf(number));
    }

    private static void requireNumber(P4DataTypeSpec type, String what) {
        if (!type.hasBitstring() || type.getBitstring().hasVarbit()) {
            throw RequestException.unimplemented(
                    what + ": values of type " + type.getTypeSpecCase());
        }
    }

    private static void requireCase(P4Data data, P4Data.DataCase expected, String what) {
        if (data.getDataCase() != expected) {
            throw RequestException.invalid(
                    what + ", data: must be " + expected + ", but is " + data.getDataCase());
        }
    }
}
