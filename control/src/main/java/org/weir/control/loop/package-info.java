// SPDX-License-Identifier: Apache-2.0

/**
 * The control loop. {@link org.weir.control.loop.ControlLoop} receives readings and telemetry
 * reports, estimates the load of each class, solves ports in rounds, and passes settings to a sink.
 * It also compares predictions with measurements, and withdraws promises that do not hold.
 */
package org.weir.control.loop;
