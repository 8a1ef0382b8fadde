// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.engine.Stall;

/**
 * Figures of one run. All but the traces are of the time after its warm-up, unless said otherwise.
 *
 * @param goodputMbps payload of all flows, Mb/s
 * @param queuePackets mean number of packets that wait before the slow line
 * @param resent segments that were sent again
 * @param resentFromStart the same of the whole run
 * @param lagMs largest delay of the network's events behind the wall clock, ms; 0 in virtual time
 * @param stalls times in which the network stood still, over the whole run; none in virtual time
 * @param windows congestion window of each flow over the whole run: rows of time, s, and segments
 */
record TcpFigures(
        double goodputMbps,
        double queuePackets,
        double resent,
        double resentFromStart,
        double lagMs,
        List<Stall> stalls,
        List<List<double[]>> windows) {

    /** Means of runs, with the first one's traces and stalls and the largest lag. */
    static TcpFigures mean(List<TcpFigures> runs) {
        return new TcpFigures(
                runs.stream().mapToDouble(TcpFigures::goodputMbps).average().orElseThrow(),
                runs.stream().mapToDouble(TcpFigures::queuePackets).average().orElseThrow(),
                runs.stream().mapToDouble(TcpFigures::resent).average().orElseThrow(),
                runs.stream().mapToDouble(TcpFigures::resentFromStart).average().orElseThrow(),
                runs.stream().mapToDouble(TcpFigures::lagMs).max().orElseThrow(),
                runs.get(0).stalls(),
                runs.get(0).windows());
    }

    /** Standard deviation of a figure over at least two runs. */
    static double deviation(List<TcpFigures> runs, ToDoubleFunction<TcpFigures> figure) {
        double mean = runs.stream().mapToDouble(figure).average().orElseThrow();
        double squares =
                runs.stream().mapToDouble(figure).map(one -> (one - mean) * (one - mean)).sum();
        return Math.sqrt(squares / (runs.size() - 1));
    }
}
