// SPDX-License-Identifier: Apache-2.0
/** Starts and ends processes: Weir under ONOS, switches, soak runs. */
package org.weir.runner;
