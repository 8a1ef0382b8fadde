// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kinds of draws of networks, as on the command line: {@code held-out:20}. */
public enum NetworkDraw {
    /** {@link HeldOutNetworks#draw}. */
    HELD_OUT("held-out", HeldOutNetworks::draw),
    /** {@link HeldOutNetworks#drawContended}. */
    CONTENDED("contended", HeldOutNetworks::drawContended),
    /** {@link HeldOutNetworks#drawIndependent}. */
    INDEPENDENT("independent", HeldOutNetworks::drawIndependent);

    private static final Pattern ONE = Pattern.compile("(.+)-(\\d{1,18})-([1-9]\\d{0,3})");

    private final String prefix;
    private final Drawing drawing;

    NetworkDraw(String prefix, Drawing drawing) {
        this.prefix = prefix;
        this.drawing = drawing;
    }

    private interface Drawing {
        List<ComparedNetwork> draw(int count, long seed);
    }

    /**
     * Networks that a name draws: {@code KIND:COUNT}, or one of them, {@code KIND-SEED-NUMBER}.
     *
     * @param seed of the draw, unless the name has one
     * @return empty if the name is of no draw
     * @throws IllegalArgumentException if COUNT is not 1 to 9999
     */
    public static Optional<List<ComparedNetwork>> named(String name, long seed) {
        for (NetworkDraw one : values()) {
            if (name.startsWith(one.prefix + ":")) {
                return Optional.of(one.drawing.draw(one.count(name), seed));
            }
        }
        Matcher match = ONE.matcher(name);
        if (!match.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(match.group(3));
        return Arrays.stream(values())
                .filter(one -> one.prefix.equals(match.group(1)))
                .findFirst()
                .map(one -> one.drawing.draw(number, Long.parseLong(match.group(2))))
                .map(drawn -> List.of(drawn.get(number - 1)));
    }

    private int count(String name) {
        String text = name.substring(prefix.length() + 1);
        if (!text.matches("[1-9]\\d{0,3}")) {
            throw new IllegalArgumentException(
                    prefix + ": must be followed by 1 to 9999, not \"" + text + "\"");
        }
        return Integer.parseInt(text);
    }
}
