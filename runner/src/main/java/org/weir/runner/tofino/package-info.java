// SPDX-License-Identifier: Apache-2.0
/**
 * Intel's model of a Tofino with its drivers, as the switches of {@code weir up --switch
 * tofino-model}: an installed SDE, its processes, and {@code weir tofino p4runtime} in front.
 */
package org.weir.runner.tofino;
