// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.RunWatch;
import org.weir.lab.experiment.Scenario;
import org.weir.lab.network.Network;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.Schemes;
import org.weir.lab.scheme.Values;

/**
 * Runs experiments over seeds on a number of threads. Each run is alone on its own engine, and
 * results are put together in the order of cases and seeds, so that the number of threads changes
 * nothing but the time. A run that two experiments look at is run once.
 */
public final class Runner implements AutoCloseable {
    private final ExecutorService threads;
    private final RunObserver observer;
    private final Map<List<Object>, Future<Outcome>> runs = new ConcurrentHashMap<>();

    /**
     * @param threadCount at least 1
     * @param observer receives the start, progress and end of runs
     */
    public Runner(int threadCount, RunObserver observer) {
        threads =
                Executors.newFixedThreadPool(
                        threadCount,
                        task -> {
                            Thread thread = new Thread(task, "experiment");
                            thread.setDaemon(true);
                            return thread;
                        });
        this.observer = observer;
    }

    /** Runs an experiment and waits for its result; otherwise as {@link #start}. */
    public Result run(
            Experiment experiment,
            Set<String> schemes,
            Map<String, Double> settings,
            List<Long> seeds) {
        return start(experiment, schemes, settings, seeds).get();
    }

    /**
     * Has an experiment run.
     *
     * @param schemes schemes whose cases are run, as {@link Experiment#casesOf} has them
     * @param settings values of parameters by name
     * @param seeds at least one
     * @return waits for the result
     * @throws IllegalArgumentException when there is no such scheme, or a setting names no
     *     parameter of any case, is out of range or does not go with others
     */
    public Supplier<Result> start(
            Experiment experiment,
            Set<String> schemes,
            Map<String, Double> settings,
            List<Long> seeds) {
        List<Case> cases = experiment.casesOf(schemes);
        List<Values> values = new ArrayList<>();
        Set<String> known = new LinkedHashSet<>();
        for (Case one : cases) {
            Values declared = declared(experiment.scenario(), Schemes.named(one.scheme()));
            Values set = declared.with(one.settings()).with(settings);
            experiment.scenario().check(set);
            values.add(set);
            known.addAll(declared.asMap().keySet());
        }
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        experiment.id() + " has no parameter " + name + "; it has " + known);
            }
        }
        List<List<Future<Outcome>>> futures = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            List<Future<Outcome>> ofSeeds = new ArrayList<>();
            for (long seed : seeds) {
                ofSeeds.add(start(experiment.scenario(), cases.get(i), values.get(i), seed));
            }
            futures.add(ofSeeds);
        }
        return () -> {
            List<Result.CaseResult> results = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                results.add(gather(cases.get(i), values.get(i), futures.get(i)));
            }
            return new Result(experiment, List.copyOf(seeds), List.copyOf(results));
        };
    }

    /** The parameters of a scenario under a scheme; the scenario's own first. */
    public static Values declared(Scenario scenario, Scheme scheme) {
        List<Parameter> parameters = new ArrayList<>(scenario.parameters());
        parameters.addAll(scenario.parametersOf(scheme));
        return Values.of(parameters);
    }

    private Future<Outcome> start(Scenario scenario, Case one, Values values, long seed) {
        Scheme scheme = Schemes.named(one.scheme());
        RunName name = new RunName(scenario.id(), one.label(), seed);
        return runs.computeIfAbsent(
                List.of(scenario.id(), one.scheme(), values, seed),
                key -> {
                    observer.planned(name);
                    return threads.submit(observed(scenario, scheme, name, values));
                });
    }

    private Callable<Outcome> observed(
            Scenario scenario, Scheme scheme, RunName name, Values values) {
        RunWatch watch =
                new RunWatch() {
                    @Override
                    public void begins(Network network) {
                        observer.begins(name, network);
                    }

                    @Override
                    public void reaches(double part) {
                        observer.reaches(name, part);
                    }
                };
        return () -> {
            try {
                return scenario.run(scheme, values, name.seed(), watch);
            } finally {
                observer.ends(name);
            }
        };
    }

    private static Result.CaseResult gather(
            Case one, Values values, List<Future<Outcome>> ofSeeds) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<Outcome> future : ofSeeds) {
            outcomes.add(get(future));
        }
        Map<String, Estimate> estimates = new LinkedHashMap<>();
        for (String quantity : outcomes.get(0).quantities().keySet()) {
            estimates.put(
                    quantity,
                    Estimate.of(
                            outcomes.stream()
                                    .map(outcome -> outcome.quantities().get(quantity))
                                    .toList()));
        }
        return new Result.CaseResult(one.label(), one.scheme(), values, estimates, outcomes);
    }

    private static Outcome get(Future<Outcome> future) {
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
