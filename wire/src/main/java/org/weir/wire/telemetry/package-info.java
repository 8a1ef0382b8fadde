// SPDX-License-Identifier: Apache-2.0
/** The telemetry report from a switch to the controller. */
package org.weir.wire.telemetry;
