// SPDX-License-Identifier: Apache-2.0
/** Figures of Weir in OpenMetrics text, for Prometheus and similar programs. */
package org.weir.app.metrics;
