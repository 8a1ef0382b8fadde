// SPDX-License-Identifier: Apache-2.0
/**
 * An experiment as it is described: cases in a scenario, what it measures, and what was published
 * of it. Parts build on this package, and it on none of them: {@code papers} and {@code datacentre}
 * hold experiments, {@code run} runs them, {@code catalogue} knows them all.
 */
package org.weir.lab.experiment;
