// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.compare.result.RunOutcome;
import org.weir.lab.compare.result.RunRow;
import org.weir.lab.compare.scheme.SchemeChoice;

/**
 * Runs every scheme on every network with every seed. Each run has its own engine, and rows are put
 * together in the order of networks, schemes and seeds, so that the number of threads changes
 * nothing but the time.
 */
public final class Comparison implements AutoCloseable {
    private final ExecutorService threads;
    private final int periods;
    private final Consumer<RunOutcome> ended;

    /**
     * @param threadCount at least 1
     * @param periods length of each run, in the controller's periods, at least 2
     * @param ended is told of each run as soon as it is there, on any thread, in any order
     */
    public Comparison(int threadCount, int periods, Consumer<RunOutcome> ended) {
        this.periods = periods;
        this.ended = ended;
        threads =
                Executors.newFixedThreadPool(
                        threadCount,
                        task -> {
                            Thread thread = new Thread(task, "comparison");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /**
     * Runs them and waits.
     *
     * @return a row for each network, scheme and seed, in this order
     */
    public List<RunRow> run(
            List<SchemeChoice> schemes, List<ComparedNetwork> networks, List<Long> seeds) {
        return outcomes(schemes, networks, seeds).stream().map(RunOutcome::row).toList();
    }

    /** Does the same, and returns what plots need as well. */
    public List<RunOutcome> outcomes(
            List<SchemeChoice> schemes, List<ComparedNetwork> networks, List<Long> seeds) {
        List<Future<RunOutcome>> waiting = new ArrayList<>();
        for (ComparedNetwork network : networks) {
            for (SchemeChoice scheme : schemes) {
                for (long seed : seeds) {
                    waiting.add(
                            threads.submit(
                                    () -> {
                                        RunOutcome run =
                                                new CompareRun(scheme, network, periods, seed)
                                                        .run();
                                        ended.accept(run);
                                        return run;
                                    }));
                }
            }
        }
        List<RunOutcome> runs = new ArrayList<>();
        for (Future<RunOutcome> one : waiting) {
            runs.add(get(one));
        }
        return runs;
    }

    private static RunOutcome get(Future<RunOutcome> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
