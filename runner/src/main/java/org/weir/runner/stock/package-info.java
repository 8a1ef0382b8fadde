// SPDX-License-Identifier: Apache-2.0
/**
 * Runs BMv2's {@code simple_switch_grpc} as the switches of a network, and sets its queues through
 * Thrift.
 */
package org.weir.runner.stock;
