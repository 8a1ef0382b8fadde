// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.config;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Reader of a rate such as {@code 10M}, {@code 2.5G} or {@code 64000}, in bit/s. */
public final class RateText implements CommandLine.ITypeConverter<Long> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kMG]?)");
    private static final int DIGITS_PER_STEP = 3;

    @Override
    public Long convert(String text) {
        Matcher parts = TEXT.matcher(text);
        if (parts.matches()) {
            int steps = " kMG".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
            try {
                return new BigDecimal(parts.group(1))
                        .movePointRight(DIGITS_PER_STEP * steps)
                        .longValueExact();
            } catch (ArithmeticException e) {
                // Falls through: it is no whole number of bit/s.
            }
        }
        throw new CommandLine.TypeConversionException(
                "must be such as 10M, 2.5G or 64000 bit/s, not \"" + text + "\"");
    }
}
