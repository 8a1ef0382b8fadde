// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.weir.control.policy.StrictJson;

/**
 * Queueing disciplines of an interface and the filters of its ingress, as {@code tc -j} prints
 * them.
 *
 * @param rootKind kind of the root qdisc; empty if tc shows none
 * @param rootHandle its handle, such as {@code 1:}; {@code 0:} for one that Linux chose by itself
 * @param hasIngress true if there is a clsact or ingress qdisc
 * @param filters filters of clsact's both sides, or of ingress
 */
public record InterfaceState(
        String rootKind, String rootHandle, boolean hasIngress, List<Filter> filters) {
    private static final String UNCHOSEN = "0:";

    /**
     * A filter.
     *
     * @param preference its preference
     * @param handle its handle; empty if tc shows none
     */
    public record Filter(int preference, String handle) {
        boolean isOwn() {
            return OwnNames.isOwnPreference(preference)
                    && (handle.isEmpty() || OwnNames.generationOfFilter(handle) >= 0);
        }
    }

    /** Copies the list. */
    public InterfaceState {
        filters = List.copyOf(filters);
    }

    /**
     * Reads what tc printed.
     *
     * @param qdiscs of {@code tc -j qdisc show dev X}
     * @param ingress of {@code tc -j filter show dev X ingress}; may be empty
     * @param egress of {@code tc -j filter show dev X egress}; may be empty
     * @throws IOException if it is no such JSON
     */
    public static InterfaceState read(String qdiscs, String ingress, String egress)
            throws IOException {
        String rootKind = "";
        String rootHandle = UNCHOSEN;
        boolean hasIngress = false;
        for (JsonNode qdisc : StrictJson.read(qdiscs)) {
            String kind = qdisc.path("kind").asText();
            if (qdisc.path("root").asBoolean()) {
                rootKind = kind;
                rootHandle = qdisc.path("handle").asText(UNCHOSEN);
            }
            hasIngress |= kind.equals("clsact") || kind.equals("ingress");
        }
        List<Filter> filters = new ArrayList<>(readFilters(ingress));
        filters.addAll(readFilters(egress));
        return new InterfaceState(rootKind, rootHandle, hasIngress, filters);
    }

    private static List<Filter> readFilters(String text) throws IOException {
        List<Filter> filters = new ArrayList<>();
        if (!text.isBlank()) {
            for (JsonNode filter : StrictJson.read(text)) {
                // tc prints each preference once without options, and then its filters.
                if (filter.has("options")) {
                    filters.add(
                            new Filter(
                                    filter.path("pref").asInt(),
                                    filter.path("options").path("handle").asText()));
                }
            }
        }
        return filters;
    }

    /** True if an operator has chosen the root qdisc. */
    public boolean hasForeignRoot() {
        return !rootHandle.equals(UNCHOSEN) && OwnNames.generationOfRoot(rootHandle) < 0;
    }

    /** The names that the next agent takes. */
    public OwnNames nextNames() {
        int found = OwnNames.generationOfRoot(rootHandle);
        for (Filter filter : filters) {
            found = Math.max(found, OwnNames.generationOfFilter(filter.handle()));
        }
        return OwnNames.after(found);
    }

    /** Lines for {@code tc -batch} that take away what agents have left on an interface. */
    public List<String> cleaning(String device) {
        List<String> lines = new ArrayList<>();
        boolean madeQdisc = false;
        boolean othersUseQdisc = false;
        for (Filter filter : filters) {
            if (filter.isOwn()) {
                lines.add(
                        "filter del dev %s ingress protocol all pref %d handle %s bpf"
                                .formatted(device, filter.preference(), filter.handle()));
                madeQdisc |= filter.preference() == OwnNames.PREFERENCE_WITH_QDISC;
            } else {
                othersUseQdisc = true;
            }
        }
        if (madeQdisc && !othersUseQdisc) {
            lines.add("qdisc del dev %s clsact".formatted(device));
        }
        if (OwnNames.generationOfRoot(rootHandle) >= 0) {
            lines.add("qdisc del dev %s root handle %s".formatted(device, rootHandle));
        }
        return lines;
    }

    /** True if there is an ingress qdisc without filters. */
    boolean hasEmptyIngress() {
        return hasIngress && filters.isEmpty();
    }

    /** True if the ingress qdisc stays when the agents' filters go. */
    public boolean keepsIngress() {
        return hasIngress && cleaning("-").stream().noneMatch(line -> line.endsWith(" clsact"));
    }
}
