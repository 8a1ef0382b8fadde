// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;

/**
 * A path that a client asks for: it means every leaf at it or below it. An element {@code *} stands
 * for any one element, {@code ...} for any number; a key {@code *} or {@code ...}, or none, for any
 * value.
 */
final class PathPattern {

    private static final String ANY = "*";
    private static final String ANY_DEPTH = "...";

    private final List<PathElem> elements = new ArrayList<>();

    private PathPattern() {}

    /** A path that starts where a prefix ends. */
    PathPattern(Path prefix, Path path) {
        elements.addAll(prefix.getElemList());
        elements.addAll(path.getElemList());
    }

    /** The same path with any key in each place. */
    PathPattern withoutKeys() {
        PathPattern pattern = new PathPattern();
        elements.forEach(e -> pattern.elements.add(e.toBuilder().clearKey().build()));
        return pattern;
    }

    /** Whether the path of a leaf is meant. */
    boolean matches(Path leaf) {
        return matches(0, leaf.getElemList(), 0);
    }

    /** Whether leaves below an element can be meant. */
    boolean reaches(Path element) {
        for (int i = 0; i < element.getElemCount() && i < elements.size(); i++) {
            if (elements.get(i).getName().equals(ANY_DEPTH)) {
                return true;
            }
            if (!matches(elements.get(i), element.getElem(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether an element of the pattern has a name. */
    boolean names(String element) {
        return elements.stream().anyMatch(e -> e.getName().equals(element));
    }

    private boolean matches(int at, List<PathElem> leaf, int leafAt) {
        if (at == elements.size()) {
            return true;
        }
        PathElem element = elements.get(at);
        if (element.getName().equals(ANY_DEPTH)) {
            for (int i = leafAt; i <= leaf.size(); i++) {
                if (matches(at + 1, leaf, i)) {
                    return true;
                }
            }
            return false;
        }
        if (leafAt == leaf.size()) {
            return false;
        }
        return matches(element, leaf.get(leafAt)) && matches(at + 1, leaf, leafAt + 1);
    }

    private static boolean matches(PathElem element, PathElem other) {
        if (!element.getName().equals(ANY) && !element.getName().equals(other.getName())) {
            return false;
        }
        for (Map.Entry<String, String> key : element.getKeyMap().entrySet()) {
            String value = key.getValue();
            if (!value.equals(ANY)
                    && !value.equals(ANY_DEPTH)
                    && !value.equals(other.getKeyMap().get(key.getKey()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return elements.stream()
                .map(
                        e ->
                                e.getName()
                                        + e.getKeyMap().entrySet().stream()
                                                .map(
                                                        k ->
                                                                "["
                                                                        + k.getKey()
                                                                        + "="
                                                                        + k.getValue()
                                                                        + "]")
                                                .collect(Collectors.joining()))
                .collect(Collectors.joining("/", "/", ""));
    }
}
