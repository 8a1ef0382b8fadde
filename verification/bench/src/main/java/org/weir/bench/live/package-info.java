// SPDX-License-Identifier: Apache-2.0
/** Speed of switches whose ports are network interfaces: {@code weir bench live}. */
package org.weir.bench.live;
