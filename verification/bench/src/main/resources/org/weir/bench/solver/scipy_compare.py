# SPDX-License-Identifier: Apache-2.0
"""Solves ports with SciPy's differential_evolution: one JSON object a line in, one a line out.

Both programmes as `weir bench solver` states them. Populations are evaluated as NumPy arrays, which is
SciPy's quickest way. Everything of differential_evolution that is not given is as SciPy has it. The
published programme is its first layer: SciPy has no part of the second.
"""

import json
import os
import sys
import time
import warnings

os.environ["OMP_NUM_THREADS"] = "1"  # CPU time is compared

import numpy as np
from scipy.optimize import LinearConstraint, NonlinearConstraint, differential_evolution
from scipy.special import gammaln

BERNOULLI = [8.333333333333333333e-2, -1.388888888888888889e-3, 3.306878306878306878e-5,
             -8.267195767195767196e-7, 2.087675698786809898e-8, -5.284190138687493185e-10,
             1.338253653068467883e-11, -3.389680296322582866e-13, 8.586062056277844565e-15,
             -2.174868698558061873e-16, 5.509002828360229515e-18, -1.395446468581252334e-19]
TINY = np.finfo(float).tiny


def regular(y):
    """1/(e^y - 1) - 1/y + 1/2."""
    small = np.minimum(y, 1.5)
    series = np.zeros_like(small)
    for coefficient in reversed(BERNOULLI):
        series = coefficient + small * small * series
    large = np.maximum(y, 1.5)
    return np.where(y > 1.5, 1 / np.expm1(np.minimum(large, 700)) - 1 / large + 0.5, small * series)


def mean(y, n):
    """Mean of P_m ~ e^(-my) on 0 ... n."""
    z = np.abs(y)
    m = n + 1
    near = n / 2 + regular(z) - m * regular(np.minimum(m * z, 1.5))
    far_z = np.maximum(z, 1e-300)
    with np.errstate(over="ignore"):
        far = 1 / np.expm1(far_z) - m / np.expm1(np.minimum(m * far_z, 700))
    positive = np.where(m * z < 1, near, far)
    return np.where(y < 0, n - positive, positive)


def variance(y, n):
    z = np.maximum(np.abs(y), 1e-12)
    m = n + 1
    near = (m * m - 1) / 12 - z * z * (m**4 - 1) / 240
    with np.errstate(over="ignore"):
        far = 1 / (4 * np.sinh(z / 2)**2) - m * m / (4 * np.sinh(np.minimum(m * z, 1400) / 2)**2)
    return np.where(m * z < 1e-2, near, far)


def full(y, n):
    z = np.abs(y)
    z = np.maximum(z, 1e-300)
    top = np.expm1(-z) / np.expm1(-(n + 1) * z)
    value = np.where(y > 0, np.exp(-n * z) * top, top)
    return np.where(np.abs(y) < 1e-300, 1 / (n + 1), value)


def tail(lam, mu, n, d):
    """P(W > d): Poisson weights times (rho^k - rho^N)/(1 - rho^N)."""
    k = np.arange(int(np.max(np.ceil(n))))[:, None]
    y = np.log(mu / lam)
    y = np.where(np.abs(y) < 1e-9, 1e-9, y)
    mean_count = np.where(y > 0, lam, mu) * d
    scale = np.exp(-np.maximum(0, (mu - lam) * d))
    mass = np.exp(k * np.log(mean_count) - mean_count - gammaln(k + 1))
    left = np.maximum(n - k, 0)
    with np.errstate(over="ignore", invalid="ignore"):
        below = np.expm1(-left * y) / np.expm1(-n * y)
        above = np.expm1(left * y) / np.expm1(n * y)
    return np.minimum(1, scale * np.sum(mass * np.where(y > 0, below, above), axis=0))


def targets_programme(port):
    classes = port["classes"]
    gamma = port["ratePps"]
    low = np.array([c["lowestShare"] for c in classes])
    high = np.maximum(1, low)

    def constraints(x):
        rows = []
        for i, c in enumerate(classes):
            mu = np.asarray(x[i], dtype=float).reshape(-1) * gamma
            n = np.maximum(port["minLimitPackets"], mu / gamma * port["capacityPackets"])
            lam = c["arrivalRatePps"]
            y = np.log(mu / lam)
            seen = mean(y, n - 1)
            if "delaySeconds" in c:
                rows.append(np.log((1 + seen) / mu / c["delaySeconds"]))
            if "jitterSeconds" in c:
                deviation = np.sqrt(1 + seen + variance(y, n - 1)) / mu
                rows.append(np.log(deviation / c["jitterSeconds"]))
            if "lossFraction" in c:
                rows.append(np.log(np.maximum(TINY, full(y, n)) / c["lossFraction"]))
            if "p99DelaySeconds" in c:
                late = tail(lam, mu, n, c["p99DelaySeconds"])
                rows.append(np.log(np.maximum(TINY, late) / 0.01))
        rows = np.array(rows)
        return rows if np.ndim(x) > 1 else rows[:, 0]

    return (lambda x: np.sum(x, axis=0)), list(zip(low, high)), (NonlinearConstraint(constraints, -np.inf, 0),)


def published_programme(port):
    classes = port["classes"]
    gamma = port["ratePps"]
    n = port["capacityPackets"]
    lam = np.array([c["arrivalRatePps"] for c in classes])
    least = lam + 1e-9 * gamma
    rest = gamma - np.sum(least)

    def rates(x):
        x = np.asarray(x, dtype=float).reshape(len(lam) - 1, -1)
        return np.vstack([x, gamma - np.sum(x, axis=0)])

    def in_system(mu):
        return np.array([mean(np.log(mu[i] / lam[i]), n) for i in range(len(lam))])

    def value(x):
        mu = rates(x)
        mu = np.maximum(mu, least[:, None])
        residual = port["linksPps"] - np.sum(in_system(mu), axis=0)
        total = 0
        for i, c in enumerate(classes):
            y = np.log(mu[i] / lam[i])
            delay = (1 + mean(y, n - 1)) / mu[i]
            if c["kind"] == "A":
                term = residual + delay
            elif c["kind"] == "B":
                term = delay + np.abs(c["measuredSeconds"] - delay)
            else:
                term = delay + lam[i] * full(y, n)
            total = total + mu[i] / gamma * term
        return total if np.ndim(x) > 1 else float(total[0])

    def constraint(x):
        mu = np.maximum(rates(x), least[:, None])
        queued = np.sum(in_system(mu), axis=0)
        rows = np.array([queued - n, queued - port["linksPps"]])
        return rows if np.ndim(x) > 1 else rows[:, 0]

    bounds = [(least[i], least[i] + rest) for i in range(len(lam) - 1)]
    sum_of_others = LinearConstraint(np.ones((1, len(lam) - 1)), -np.inf, gamma - least[-1])
    return value, bounds, (NonlinearConstraint(constraint, -np.inf, 0), sum_of_others)


def main():
    warnings.simplefilter("ignore")  # of its polishing step
    for line in sys.stdin:
        port = json.loads(line)
        programme = targets_programme if port["objective"] == "targets" else published_programme
        function, bounds, constraints = programme(port)
        start = time.process_time()
        found = differential_evolution(function, bounds, constraints=constraints, seed=port["seed"],
                                       vectorized=True, updating="deferred")
        seconds = time.process_time() - start
        x = np.array(found.x, dtype=float)
        if port["objective"] == "published":
            x = np.append(x, port["ratePps"] - np.sum(x))
        print(json.dumps({"x": list(x), "seconds": seconds, "evaluations": int(found.nfev)}), flush=True)


main()
