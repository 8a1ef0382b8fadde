// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.bmv2.traffic.PortConfig;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times as people write them: {@code 10us}, {@code 2.5ms}, {@code 1s}; up to 1000 s. */
final class Durations implements ITypeConverter<Long> {

    private static final Pattern TIME = Pattern.compile("(\\d{1,13}(?:\\.\\d{1,9})?)(ns|us|ms|s)");

    /** Digits that the units' point is moved by to nanoseconds. */
    private static final Map<String, Integer> DIGITS = Map.of("ns", 0, "us", 3, "ms", 6, "s", 9);

    @Override
    public Long convert(String text) {
        return read(text);
    }

    /** A time in nanoseconds. */
    static long read(String text) {
        Matcher matcher = TIME.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is no time; write it as 100ns, 10us, 2.5ms or 1s");
        }
        BigDecimal timeNs =
                new BigDecimal(matcher.group(1)).movePointRight(DIGITS.get(matcher.group(2)));
        if (timeNs.compareTo(BigDecimal.valueOf(PortConfig.MAX_DELAY_NS)) > 0) {
            throw new TypeConversionException(
                    "'%s': a time is at most %d s"
                            .formatted(text, PortConfig.MAX_DELAY_NS / 1_000_000_000));
        }
        try {
            return timeNs.longValueExact();
        } catch (ArithmeticException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number of ns");
        }
    }

    /** Reads {@code TIME} or {@code PORTS=TIME}. */
    static final class PerPortConverter implements ITypeConverter<PerPort<Long>> {

        @Override
        public PerPort<Long> convert(String text) {
            return PerPort.read(text, Durations::read);
        }
    }
}
