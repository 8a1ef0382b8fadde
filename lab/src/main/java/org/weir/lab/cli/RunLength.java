// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Reads a length of time such as {@code 500ms}, {@code 60s}, {@code 5m} or {@code 1h}, above 0 and
 * at most a year of 8760 h.
 */
public final class RunLength implements CommandLine.ITypeConverter<Duration> {
    private static final Duration MOST = Duration.ofHours(365 * 24);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches() || Long.parseLong(parts.group(1)) == 0) {
            throw new CommandLine.TypeConversionException(
                    "must be such as 500ms, 60s, 5m or 1h, not \"" + text + "\"");
        }
        Duration length = length(parts);
        if (length.compareTo(MOST) > 0) {
            throw new CommandLine.TypeConversionException(
                    "must be at most " + MOST.toHours() + "h, not \"" + text + "\"");
        }
        return length;
    }

    private static Duration length(Matcher parts) {
        long number = Long.parseLong(parts.group(1));
        switch (parts.group(2)) {
            case "ms":
                return Duration.ofMillis(number);
            case "s":
                return Duration.ofSeconds(number);
            case "m":
                return Duration.ofMinutes(number);
            default:
                return Duration.ofHours(number);
        }
    }
}
