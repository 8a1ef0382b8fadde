// SPDX-License-Identifier: Apache-2.0
/**
 * Congestion-control schemes: each names the settings of its congestion point and the reaction
 * point of its senders.
 */
package org.weir.lab.scheme;
