// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.math.BigInteger;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads the numbers of a command line; a refusal has no word of Java. */
final class NumberText {
    private NumberText() {}

    /** Has a command and its subcommands read numbers in this way. */
    static void register(CommandLine commandLine) {
        commandLine.registerConverter(int.class, NumberText::int32);
        commandLine.registerConverter(Integer.class, NumberText::int32);
        commandLine.registerConverter(long.class, NumberText::int64);
        commandLine.registerConverter(Long.class, NumberText::int64);
        commandLine.registerConverter(double.class, NumberText::real);
        commandLine.registerConverter(Double.class, NumberText::real);
    }

    private static int int32(String text) {
        return (int) whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    private static long int64(String text) {
        return whole(text, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long whole(String text, long least, long most) {
        if (!text.matches("[-+]?\\d+")) {
            throw refused("must be a whole number", text);
        }
        // A long number takes time with the square of its digits.
        if (text.length() <= 40) {
            BigInteger value = new BigInteger(text);
            if (value.compareTo(BigInteger.valueOf(least)) >= 0
                    && value.compareTo(BigInteger.valueOf(most)) <= 0) {
                return value.longValueExact();
            }
        }
        throw refused("must be a whole number from " + least + " to " + most, text);
    }

    private static double real(String text) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw refused("must be a number", text);
        }
        if (!Double.isFinite(value)) {
            throw refused("must be a finite number, at most 1.8e308", text);
        }
        return value;
    }

    private static TypeConversionException refused(String rule, String text) {
        return new TypeConversionException(rule + ", not \"" + text + "\"");
    }
}
