// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads rates as people write them: {@code 10M}, {@code 2.5G}, {@code 64000}; in bit/s, with powers
 * of 1000.
 */
final class Rates implements ITypeConverter<Long> {

    private static final Pattern RATE =
            Pattern.compile("(\\d+(?:\\.\\d+)?)([KMGT]?)(?:BIT/S|BPS)?");

    @Override
    public Long convert(String text) {
        Matcher matcher = RATE.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is no rate; write bit/s as 64000, 10M or 2.5G");
        }
        int thousands = " KMGT".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2));
        BigDecimal rate = new BigDecimal(matcher.group(1)).movePointRight(3 * thousands);
        try {
            long rateBps = rate.longValueExact();
            if (rateBps > 0) {
                return rateBps;
            }
        } catch (ArithmeticException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a whole number of bit/s, or too many");
        }
        throw new TypeConversionException("'" + text + "': a rate must be above 0");
    }
}
