// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The rate of a port.
 *
 * @param bps bit/s, or {@link QueueConfig#UNLIMITED}
 * @param pps packets/s, or {@link QueueConfig#UNLIMITED}
 */
record PortRate(long bps, long pps) {

    static final PortRate UNLIMITED = new PortRate(QueueConfig.UNLIMITED, QueueConfig.UNLIMITED);

    private static final Pattern RATE =
            Pattern.compile("(\\d{1,15}(?:\\.\\d{1,15})?)([KMGT]?)(BIT/S|BPS|PPS)?");

    /**
     * Reads a rate as people write it: {@code 10M}, {@code 2.5G}, {@code 64000} in bit/s, {@code
     * 20kpps} in packets/s; powers of 1000; {@code none} for no limit.
     */
    static PortRate read(String text) {
        if (text.equals("none")) {
            return UNLIMITED;
        }
        Matcher matcher = RATE.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'"
                            + text
                            + "' is no rate; write bit/s as 64000, 10M or 2.5G, packets/s as 20kpps");
        }
        int thousands = " KMGT".indexOf(matcher.group(2).isEmpty() ? " " : matcher.group(2));
        boolean packets = "PPS".equals(matcher.group(3));
        long rate;
        try {
            rate = new BigDecimal(matcher.group(1)).movePointRight(3 * thousands).longValueExact();
        } catch (ArithmeticException e) {
            throw new TypeConversionException(
                    "'%s' is not a whole number of %s, or too many"
                            .formatted(text, packets ? "packets/s" : "bit/s"));
        }
        if (rate < 1) {
            throw new TypeConversionException("'" + text + "': a rate must be above 0");
        }
        if (rate > QueueConfig.MAX_RATE) {
            throw new TypeConversionException(
                    "'%s': a rate is at most %d".formatted(text, QueueConfig.MAX_RATE));
        }
        return packets
                ? new PortRate(QueueConfig.UNLIMITED, rate)
                : new PortRate(rate, QueueConfig.UNLIMITED);
    }

    /** Reads {@code RATE} or {@code PORTS=RATE}. */
    static final class Converter implements ITypeConverter<PerPort<PortRate>> {

        @Override
        public PerPort<PortRate> convert(String text) {
            return PerPort.read(text, PortRate::read);
        }
    }
}
