// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The packets that a test expects and those that came, port by port in order. A packet must start
 * with the expected bytes; with {@code $} at their end it must not be longer.
 */
final class StfComparison {

    private static final int MOST_BYTES_NAMED = 16;

    private record Expected(String place, String digits) {}

    private final Map<Integer, List<Expected>> expected = new TreeMap<>();
    private final Map<Integer, List<String>> received = new TreeMap<>();

    void expect(String place, int port, String digits) {
        expected.computeIfAbsent(port, key -> new ArrayList<>()).add(new Expected(place, digits));
    }

    void received(int port, byte[] buffer, int offset, int length) {
        received.computeIfAbsent(port, key -> new ArrayList<>())
                .add(HexFormat.of().formatHex(buffer, offset, offset + length));
    }

    /** Number of packets that came without being expected, up to now. */
    int unexpected() {
        int count = 0;
        for (Map.Entry<Integer, List<String>> port : received.entrySet()) {
            int wanted = expected.getOrDefault(port.getKey(), List.of()).size();
            count += Math.max(0, port.getValue().size() - wanted);
        }
        return count;
    }

    /**
     * Differences from what the test expects, one message each; none when there is no difference.
     */
    List<String> differences(String testName) {
        List<String> differences = new ArrayList<>();
        expected.forEach(
                (port, packets) -> {
                    List<String> got = received.getOrDefault(port, List.of());
                    for (int i = 0; i < packets.size(); i++) {
                        compare(port, i, packets.get(i), got, differences);
                    }
                });
        received.forEach(
                (port, packets) -> {
                    int wanted = expected.getOrDefault(port, List.of()).size();
                    for (int i = wanted; i < packets.size(); i++) {
                        differences.add(
                                "%s: port %d, packet %d was not expected:%n  got      %s"
                                        .formatted(testName, port, i + 1, spaced(packets.get(i))));
                    }
                });
        return differences;
    }

    private static void compare(
            int port, int index, Expected wanted, List<String> got, List<String> differences) {
        String what = "%s: port %d, packet %d".formatted(wanted.place, port, index + 1);
        String digits = wanted.digits == null ? "" : wanted.digits;
        if (index >= got.size()) {
            differences.add(
                    "%s did not come:%n  expected %s"
                            .formatted(what, digits.isEmpty() ? "any bytes" : spaced(digits)));
            return;
        }
        String packet = got.get(index);
        List<String> reasons = reasons(digits, packet);
        if (!reasons.isEmpty()) {
            differences.add(
                    "%s differs: %s%n  expected %s%n  got      %s"
                            .formatted(
                                    what,
                                    String.join("; ", reasons),
                                    spaced(digits),
                                    spaced(packet)));
        }
    }

    private static List<String> reasons(String wanted, String got) {
        List<String> reasons = new ArrayList<>();
        boolean isExact = wanted.endsWith("$");
        String digits = isExact ? wanted.substring(0, wanted.length() - 1) : wanted;
        int different = 0;
        for (int i = 0; i < Math.min(digits.length(), got.length()); i += 2) {
            String want = digits.substring(i, Math.min(i + 2, digits.length()));
            String have = got.substring(i, i + want.length());
            if (!takes(want, have) && ++different <= MOST_BYTES_NAMED) {
                reasons.add(String.format(Locale.ROOT, "byte %d is %s, not %s", i / 2, have, want));
            }
        }
        if (different > MOST_BYTES_NAMED) {
            reasons.add((different - MOST_BYTES_NAMED) + " more bytes");
        }
        if (got.length() < digits.length()) {
            reasons.add(got.length() / 2 + " bytes, not " + (digits.length() + 1) / 2);
        } else if (isExact && got.length() > digits.length()) {
            reasons.add(got.length() / 2 + " bytes, not " + digits.length() / 2);
        }
        return reasons;
    }

    private static boolean takes(String want, String have) {
        for (int i = 0; i < want.length(); i++) {
            if (want.charAt(i) != '*' && want.charAt(i) != have.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Digits in groups of two bytes. */
    private static String spaced(String digits) {
        return digits.replaceAll("(....)(?=.)", "$1 ");
    }
}
