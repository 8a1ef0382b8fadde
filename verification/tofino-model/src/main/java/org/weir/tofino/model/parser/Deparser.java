// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Gress;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.phv.Container;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * Deparser: puts a packet's headers together again, and reads the intrinsic metadata that decide
 * about it.
 */
public final class Deparser {

    /** Part that is written if a bit is set: a container, or a checksum. */
    private record Emit(Container container, int checksum, Slice condition) {}

    /**
     * @param session of the mirror, 0 for none
     */
    public record Copy(int session, byte[] header) {}

    private static final Set<String> INGRESS =
            Set.of("egress_unicast_port", "qid", "copy_to_cpu", "bypss_egr", "drop_ctl");

    private static final Set<String> EGRESS = Set.of("egress_unicast_port", "drop_ctl");

    private final List<Emit> emits = new ArrayList<>();
    private final Map<Integer, DeparserChecksum> partials = new HashMap<>();
    private final Map<Integer, DeparserChecksum> checksums = new HashMap<>();
    private final Map<String, Slice> intrinsics = new HashMap<>();
    private final Map<Long, List<Slice>> mirrors = new HashMap<>();
    private Slice mirrorSelect;

    public Deparser(Gress gress, Node.Entry section, PhvNames names) {
        for (Node.Entry entry : section.value().entries()) {
            String key = entry.key();
            if (key.equals("dictionary")) {
                entry.value().entries().forEach(item -> readEmit(item, names));
            } else if (key.startsWith("partial_checksum ")) {
                partials.put(number(entry), new DeparserChecksum(entry.value(), names));
            } else if (key.startsWith("full_checksum ")) {
                readFull(entry);
            } else if (key.equals("mirror")) {
                readMirror(entry.value(), names);
            } else if ((gress == Gress.INGRESS ? INGRESS : EGRESS).contains(key)) {
                intrinsics.put(key, names.get(entry.line(), entry.value().text(), PhvNames.END));
            } else {
                throw Node.unknown(entry, "a deparser");
            }
        }
        for (Emit emit : emits) {
            if (emit.container == null && !checksums.containsKey(emit.checksum)) {
                throw new AssemblyException(section.line(), "no full_checksum " + emit.checksum);
            }
        }
    }

    private static int number(Node.Entry entry) {
        return (int) Numbers.parse(entry.line(), entry.key().split(" ")[1]);
    }

    private void readEmit(Node.Entry item, PhvNames names) {
        Slice condition = names.get(item.line(), item.value().text(), PhvNames.END);
        if (item.key().startsWith("full_checksum ")) {
            emits.add(new Emit(null, number(item), condition));
            return;
        }
        Slice what = names.get(item.line(), item.key(), PhvNames.END);
        if (!what.isWhole() || condition.width() != 1) {
            throw Node.unknown(item, "a dictionary");
        }
        emits.add(new Emit(what.container(), -1, condition));
    }

    private void readFull(Node.Entry entry) {
        List<Node> parts = entry.value().items();
        Node.Entry part = parts.get(0).entries().get(0);
        if (parts.size() != 1
                || parts.get(0).entries().size() != 1
                || !part.key().startsWith("partial_checksum ")
                || !part.value().entries().isEmpty()
                || !partials.containsKey(number(part))) {
            throw Node.unknown(part, "a checksum of the deparser");
        }
        checksums.put(number(entry), partials.get(number(part)));
    }

    private void readMirror(Node section, PhvNames names) {
        for (Node.Entry entry : section.entries()) {
            if (entry.key().equals("select")) {
                mirrorSelect = names.get(entry.line(), entry.value().text(), PhvNames.END);
            } else if (Numbers.isNumber(entry.key())) {
                List<Slice> slices = new ArrayList<>();
                for (Node item : entry.value().items()) {
                    slices.add(names.get(item.line(), item.text(), PhvNames.END));
                }
                mirrors.put(Numbers.parse(entry.line(), entry.key()), slices);
            } else {
                throw Node.unknown(entry, "mirror");
            }
        }
    }

    public byte[] headers(Phv phv) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Emit emit : emits) {
            if (phv.get(emit.condition) == 0) {
                continue;
            }
            if (emit.container == null) {
                int value = checksums.get(emit.checksum).value(phv);
                bytes.write(value >>> 8);
                bytes.write(value);
            } else {
                write(phv, emit.container, bytes);
            }
        }
        return bytes.toByteArray();
    }

    private static void write(Phv phv, Container container, ByteArrayOutputStream bytes) {
        for (int shift = container.bits() - 8; shift >= 0; shift -= 8) {
            bytes.write((int) (phv.get(container) >>> shift));
        }
    }

    /**
     * Value of intrinsic metadata that the program sets, by name, or −1 if it sets none for this
     * packet.
     */
    public long intrinsic(String name, Phv phv) {
        Slice slice = intrinsics.get(name);
        return slice == null || !phv.isValid(slice.container()) ? -1 : phv.get(slice);
    }

    /** The copy that the program asks for, or null. */
    public Copy mirror(Phv phv) {
        if (mirrorSelect == null || !phv.isValid(mirrorSelect.container())) {
            return null;
        }
        List<Slice> slices = mirrors.get(phv.get(mirrorSelect));
        if (slices == null) {
            return null;
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        // Whole containers, whatever else lies in them.
        slices.subList(1, slices.size()).forEach(slice -> write(phv, slice.container(), header));
        return new Copy((int) phv.get(slices.get(0)), header.toByteArray());
    }
}
