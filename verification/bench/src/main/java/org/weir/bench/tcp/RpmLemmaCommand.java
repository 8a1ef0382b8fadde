// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.commons.math3.complex.Complex;
import org.weir.lab.experiment.rpm.RpmLemma;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir bench rpm-lemma1}: stability of RPM's fluid model. */
@Command(
        name = "rpm-lemma1",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the largest slope of marking at which the fluid model of RPM's Lemma 1 is stable, by capacity, round trip d and place of the bottleneck d_s/d, and its rightmost roots at half and twice this slope."
        })
public final class RpmLemmaCommand implements Callable<Integer> {
    private static final double[] CAPACITIES = {1000, 10_000};
    private static final double[] ROUND_TRIPS = {0.02, 0.08};
    private static final double[] PLACES = {0.1, 0.5, 1};
    private static final double[] PARTS = {0.5, 2};

    /** Starts of the search for roots reach to this many divided by the round trip. */
    private static final double SCALE = 3;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "packets/s     d, s  d_s/d   limit of η   root at η/2, 1/s      root at 2 η, 1/s");
        for (double c : CAPACITIES) {
            for (double d : ROUND_TRIPS) {
                for (double place : PLACES) {
                    RpmLemma model = new RpmLemma(d, place * d, c);
                    double limit = model.limit();
                    out.printf(Locale.ROOT, "%9.0f %8.2f %6.1f %12.3g", c, d, place, limit);
                    for (double part : PARTS) {
                        Complex root = model.equation(part * limit).rightmostRoot(SCALE / d);
                        out.printf(
                                Locale.ROOT,
                                "  %8.3f ± %8.3f i",
                                root.getReal(),
                                Math.abs(root.getImaginary()));
                    }
                    out.println();
                }
            }
        }
        out.flush();
        return 0;
    }
}
