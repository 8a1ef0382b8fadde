// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Reader of a length of time such as {@code 500ms}, {@code 20s} or {@code 5m}, in s. */
public final class TimeText implements CommandLine.ITypeConverter<Double> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,6})(ms|s|m)");
    private static final double MS_PER_SECOND = 1000;
    private static final double SECONDS_PER_MINUTE = 60;

    @Override
    public Double convert(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new CommandLine.TypeConversionException(
                    "must be such as 500ms, 20s or 5m, not \"" + text + "\"");
        }
        double number = Double.parseDouble(parts.group(1));
        switch (parts.group(2)) {
            case "ms":
                return number / MS_PER_SECOND;
            case "s":
                return number;
            default:
                return number * SECONDS_PER_MINUTE;
        }
    }
}
