# SPDX-License-Identifier: Apache-2.0
"""Writes mm1n.csv: M/M/1/N to 25 digits, from the plain forms at 120 digits (needs mpmath).

    python3 mm1n_reference.py > mm1n.csv

State sums and the Erlang mixture are added up term by term where N allows it, so that the table does
not rest on the forms that the Java code uses.
"""

from mpmath import mp, mpf, exp, loggamma, log, nstr, sqrt, gammainc

mp.dps = 120
MU = 1250.0
RHOS = [1e-3, 0.1, 0.5, 0.9, 0.99, 0.9999, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12, 1.0,
        1 + 1e-12, 1 + 1e-9, 1 + 1e-6, 1.0001, 1.01, 1.5, 2.0, 10.0, 100.0, 1000.0]
CAPACITIES = [1, 2, 3, 10, 64, 255, 1000, 65535, 1000000]
SUMMED = 1000
TAIL_FACTORS = [0.1, 1.0, 4.6]


def moments(rho, n):
    """P0, PN, E[m], E[m | accepted], Var[m | accepted]."""
    if n <= SUMMED:
        weights = [rho**m for m in range(n + 1)]
        total = sum(weights)
        mean = sum(m * w for m, w in enumerate(weights)) / total
        seen_total = total - weights[n]
        seen = sum(m * w for m, w in enumerate(weights[:n])) / seen_total
        square = sum(m * m * w for m, w in enumerate(weights[:n])) / seen_total
        return 1 / total, weights[n] / total, mean, seen, square - seen**2
    p0 = 1 / mpf(n + 1) if rho == 1 else (1 - rho) / (1 - rho**(n + 1))
    return p0, p0 * rho**n, mean_of(rho, n), mean_of(rho, n - 1), variance_of(rho, n - 1)


def mean_of(rho, n):
    if rho == 1:
        return mpf(n) / 2
    return rho / (1 - rho) - (n + 1) * rho**(n + 1) / (1 - rho**(n + 1))


def variance_of(rho, n):
    m = mpf(n + 1)
    if rho == 1:
        return (m**2 - 1) / 12
    return rho / (1 - rho)**2 - m**2 * rho**(n + 1) / (1 - rho**(n + 1))**2


def tail(rho, n, a):
    """P(W > a/mu): the Erlang mixture, or the same as a Poisson sum where that is too long."""
    if n <= 64:
        weights = [rho**m for m in range(n)]
        total = sum(weights)
        return sum(w * gammainc(m + 1, a, regularized=True) for m, w in enumerate(weights)) / total
    centre = min(a * min(rho, 1), mpf(n))
    width = 60 * sqrt(centre + 100)
    first, last = max(0, int(centre - width)), min(n - 1, int(centre + width))
    power = exp(first * log(a) - a - loggamma(first + 1))
    full = rho**n
    lower = rho**first
    total = mpf(0)
    for k in range(first, last + 1):
        total += power * (mpf(n - k) / n if rho == 1 else (lower - full) / (1 - full))
        power *= a / (k + 1)
        lower *= rho
    return total


def main():
    print("lambda,mu,n,p0,pn,inSystem,waiting,delay,deviation,loss,"
          + ",".join("d%d,tail%d" % (i, i) for i in range(len(TAIL_FACTORS))))
    for value in RHOS:
        lam = value * MU
        rho = mpf(lam) / mpf(MU)
        for n in CAPACITIES:
            p0, pn, mean, seen, variance = moments(rho, n)
            delay = (1 + seen) / MU
            deviation = sqrt(variance + seen + 1) / MU
            cells = [repr(lam), repr(MU), str(n)]
            waiting = mean - (1 - p0) if n > 1 else mpf(0)
            numbers = [p0, pn, mean, waiting, delay, deviation, lam * pn]
            cells += [nstr(x, 25) for x in numbers]
            for factor in TAIL_FACTORS:
                d = float(nstr(factor * delay, 6))
                mp.dps = 60
                cells += [repr(d), nstr(tail(rho, n, mpf(d) * MU), 25)]
                mp.dps = 120
            print(",".join(cells))


main()
