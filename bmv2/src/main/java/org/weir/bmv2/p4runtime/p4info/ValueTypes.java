// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.p4info;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.P4Info;
import org.weir.bmv2.proto.config.v1.P4Types.P4NamedType;
import org.weir.bmv2.proto.config.v1.P4Types.P4NewTypeSpec;
import org.weir.bmv2.proto.config.v1.P4Types.P4NewTypeTranslation;
import org.weir.bmv2.rpc.RequestException;

/** The types of a P4Info's values, with the translations that clients of one pipeline share. */
final class ValueTypes {

    /** Between two words, as in {@code port_id}, {@code PortId} and {@code Port2}. */
    private static final Pattern WORD_END = Pattern.compile("[^A-Za-z]+|(?<=[a-z])(?=[A-Z])");

    private final P4Info p4info;
    private final Ports ports;
    private final Map<String, StringTranslation> strings = new ConcurrentHashMap<>();

    ValueTypes(P4Info p4info, Ports ports) {
        this.p4info = p4info;
        this.ports = ports;
    }

    /**
     * The type of a field, a parameter or a register.
     *
     * @param typeName its type's name, empty for none
     * @param bitWidth its width for clients, 0 where the type tells
     * @param switchBits its width in the switch; 0 where it is as for clients
     * @param what names it in the error
     * @throws RequestException INVALID_ARGUMENT if the P4Info tells no width
     */
    ValueType of(P4NamedType typeName, int bitWidth, int switchBits, String what) {
        P4NewTypeSpec type =
                p4info.getTypeInfo()
                        .getNewTypesOrDefault(
                                typeName.getName(), P4NewTypeSpec.getDefaultInstance());
        if (!type.hasTranslatedType()) {
            requireWidth(bitWidth, what);
            return ValueType.numbers(bitWidth, switchBits == 0 ? bitWidth : switchBits, null);
        }
        P4NewTypeTranslation translation = type.getTranslatedType();
        Ports named = isPort(typeName.getName(), translation.getUri()) ? ports : null;
        if (translation.hasSdnString()) {
            requireWidth(switchBits, what + ", in p4_device_config");
            return ValueType.strings(strings(typeName.getName(), switchBits, named), switchBits);
        }
        int clientBits = bitWidth == 0 ? translation.getSdnBitwidth() : bitWidth;
        requireWidth(clientBits, what);
        return ValueType.numbers(clientBits, switchBits == 0 ? clientBits : switchBits, named);
    }

    /** The form of ports in P4Runtime's own fields. */
    PortCodec portCodec() {
        return p4info.getTypeInfo().getNewTypesMap().entrySet().stream()
                .filter(type -> type.getValue().getTranslatedType().hasSdnString())
                .filter(type -> isPort(type.getKey(), type.getValue().getTranslatedType().getUri()))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .map(name -> new PortCodec(ports, strings(name, Ports.BITS, ports)))
                .orElseGet(() -> new PortCodec(ports, null));
    }

    /** True if strings have numbers that can run out. */
    boolean hasNames() {
        return strings.values().stream().anyMatch(StringTranslation::givesNumbers);
    }

    /**
     * Looks for the strings whose numbers the switch holds.
     *
     * @param reader reads all values that the switch holds, as clients see them
     */
    HeldStrings heldStrings(HeldStrings.Reader reader) {
        HeldStrings held =
                new HeldStrings(
                        strings.values().stream().filter(StringTranslation::givesNumbers).toList());
        held.read(reader);
        return held;
    }

    /** Saves the numbers of all strings; returns what restores them. */
    Runnable saveNumbers() {
        List<Runnable> restores =
                strings.values().stream()
                        .filter(StringTranslation::givesNumbers)
                        .map(StringTranslation::save)
                        .toList();
        return () -> restores.forEach(Runnable::run);
    }

    private StringTranslation strings(String typeName, int switchBits, Ports named) {
        return strings.computeIfAbsent(
                typeName, name -> new StringTranslation(name, switchBits, named));
    }

    private static void requireWidth(int bitWidth, String what) {
        if (bitWidth < 1) {
            throw RequestException.invalid("p4info: " + what + ": bitwidth is 0");
        }
    }

    /**
     * True for a translated type that is a port: one that has "port" as a word of its name or of
     * the last part of its URI. Examples: {@code PortId_t} and {@code PortIdInHeader_t} of PSA,
     * {@code port_id_t}, {@code tna/PortId_t}; not {@code report_t} or {@code portal_id_t}.
     */
    static boolean isPort(String typeName, String uri) {
        return hasWordPort(typeName) || hasWordPort(uri.substring(uri.lastIndexOf('/') + 1));
    }

    private static boolean hasWordPort(String name) {
        return WORD_END.splitAsStream(name).anyMatch(word -> word.equalsIgnoreCase("port"));
    }
}
