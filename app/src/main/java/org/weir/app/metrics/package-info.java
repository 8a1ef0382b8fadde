// SPDX-License-Identifier: Apache-2.0
/** Figures of Weir in OpenMetrics text, for Prometheus and its like. */
package org.weir.app.metrics;
