// SPDX-License-Identifier: Apache-2.0

/**
 * The queue model M/M/1/N: mean delay, 99th percentile, jitter and loss of a queue from arrival
 * rate, service rate and capacity.
 */
package org.weir.control.model;
