// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads port numbers as people write them: {@code 1-8}, {@code 1,2,5-7}; 0 to 510. */
final class PortNumbers implements ITypeConverter<List<Integer>> {

    /** v1model's ports have nine bits, and the last number drops. */
    static final int MAX_PORT = 510;

    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    @Override
    public List<Integer> convert(String text) {
        SortedSet<Integer> ports = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = RANGE.matcher(part.trim());
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' are no port numbers; write them as 1-8 or 1,2,5-7");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (last > MAX_PORT || last < first) {
                throw new TypeConversionException(
                        "'" + part.trim() + "': ports are 0 to " + MAX_PORT + ", the lower first");
            }
            for (int port = first; port <= last; port++) {
                ports.add(port);
            }
        }
        return new ArrayList<>(ports);
    }
}
