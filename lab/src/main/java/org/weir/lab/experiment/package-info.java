// SPDX-License-Identifier: Apache-2.0
/**
 * The description of an experiment: cases in a scenario, measured quantities, and published
 * results. This package depends on none of its sub-packages: {@code papers}, {@code datacentre} and
 * others contain experiments, {@code run} runs them, {@code catalogue} lists them all.
 */
package org.weir.lab.experiment;
