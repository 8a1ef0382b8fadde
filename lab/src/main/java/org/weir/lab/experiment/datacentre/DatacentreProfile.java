// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.experiment.datacentre.FastLineSettings.Line;
import org.weir.lab.experiment.datacentre.FastLineSettings.Setting;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.reaction.FeedbackTimes;

/**
 * Schemes' parameters for lines of 10 to 100 Gb/s. Those declared for the papers' testbeds, of some
 * 10 Mb/s and round trips of milliseconds, would never act here: published values for such lines
 * take their place where there are any ({@link FastLineSettings}), else the testbed's in its own
 * proportions, rates by that of the lines and times by a thousandth.
 */
public final class DatacentreProfile {
    private static final double TESTBED_BPS = 1e7;
    private static final double TESTBED_TIMES = 1000;

    /** Delay of a link in the experiments. */
    private static final double LINK_DELAY_MS = 0.001;

    private DatacentreProfile() {}

    /**
     * A scheme's parameters, with links of 1 µs and packets of 1000 bytes.
     *
     * @param linkBps rate of the hosts' lines, bit/s
     * @param queuePackets that a queue at a host's line holds
     */
    public static List<Parameter> of(Scheme scheme, double linkBps, double queuePackets) {
        return of(scheme, queuePackets, new FeedbackTimes(linkBps, LINK_DELAY_MS));
    }

    /**
     * A scheme's parameters.
     *
     * @param queuePackets that a queue at a host's line holds
     * @param times of Weir's own feedback, and the rate of the hosts' lines
     */
    public static List<Parameter> of(Scheme scheme, double queuePackets, FeedbackTimes times) {
        Map<String, Setting> settings = new HashMap<>();
        FastLineSettings.common().forEach(one -> settings.put(one.parameter(), one));
        FastLineSettings.ofScheme(scheme.settingsName())
                .forEach(one -> settings.put(one.parameter(), one));
        Line line = new Line(times.lineBps(), queuePackets, times);
        return scheme.parameters().stream()
                .map(one -> onFastLine(one, settings.get(one.name()), line))
                .toList();
    }

    private static Parameter onFastLine(Parameter one, Setting setting, Line line) {
        if (setting == null) {
            return inProportion(one, line);
        }
        return one.of(within(one, setting.value().applyAsDouble(line)), setting.source());
    }

    private static Parameter inProportion(Parameter one, Line line) {
        String source = "the testbed's in proportion: " + one.source();
        if (one.unit().equals("bit/s")) {
            return one.of(within(one, one.normal() * line.rateBps() / TESTBED_BPS), source);
        }
        if (one.unit().equals("ms")) {
            return one.of(within(one, one.normal() / TESTBED_TIMES), source);
        }
        return one;
    }

    private static double within(Parameter one, double value) {
        return Math.max(one.min(), Math.min(one.max(), value));
    }
}
