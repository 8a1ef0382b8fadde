// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class WeirCommandLineTest {

    @Command(name = "weir x", subcommands = Sub.class, mixinStandardHelpOptions = true)
    static final class Top {}

    @Command(name = "sub")
    static final class Sub implements Runnable {
        @Option(names = "--seed", paramLabel = "SEED")
        private Long seed;

        @Option(names = "--count", paramLabel = "N")
        private int count;

        @Option(names = "--load", paramLabel = "PART")
        private double load;

        @Option(names = "--set", paramLabel = "NAME=VALUE")
        private Map<String, Double> settings;

        @Override
        public void run() {}
    }

    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        CommandLine command = WeirCommandLine.of(new Top());
        return command.setErr(new PrintWriter(err, true)).execute(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "foo --help | weir x: unknown command 'foo', known are sub",
                "foo | weir x: unknown command 'foo', known are sub",
                "sub foo | weir x sub: unexpected word 'foo'",
                "sub --seed x | '--seed': must be a whole number, not \"x\"",
                "sub --seed 9223372036854775808 | to 9223372036854775807, not",
                "sub --count 1e3 | '--count': must be a whole number, not \"1e3\"",
                "sub --count 2147483648 | from -2147483648 to 2147483647, not",
                "sub --load x | '--load': must be a number, not \"x\"",
                "sub --load NaN | must be a finite number",
                "sub --load 1e400 | must be a finite number",
                "sub --set a=x | must be a number, not \"x\"",
                "sub --set a | option '--set' (NAME=VALUE) should be in KEY=VALUE format",
            })
    void aRefusalHasNoWordOfJavaOrPicocli(String words, String message) {
        assertThat(run(words.split(" "))).isEqualTo(2);
        assertThat(err.toString())
                .contains(message)
                .doesNotContain("option option", "java.", "Unmatched", " int", " long", " double");
        assertThat(err.toString().lines()).hasSize(2);
    }

    @Test
    void numbersInRangeAreRead() {
        String[] words = {
            "sub", "--seed=-9223372036854775808", "--count", "+7", "--load=1e-3", "--set", "a=.5"
        };
        assertThat(run(words)).as(err.toString()).isZero();
    }
}
