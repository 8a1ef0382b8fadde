// SPDX-License-Identifier: Apache-2.0
/**
 * The control loop of {@code org.weir.control} in virtual time, over the switches of a simulated
 * network.
 */
package org.weir.lab.controller;
