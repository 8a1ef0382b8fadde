// SPDX-License-Identifier: Apache-2.0
/**
 * Reports of a switch about its queues: counters that were read, telemetry of depths, and the
 * buckets in which delays are counted.
 */
package org.weir.control.measurement;
