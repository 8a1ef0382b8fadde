// SPDX-License-Identifier: Apache-2.0
/** Delivery of events to webhooks: one node of the cluster sends, in order, and tries again. */
package org.weir.app.delivery;
