// SPDX-License-Identifier: Apache-2.0
/** Alerts as alarms of ONOS, where its application for fault management is installed. */
package org.weir.app.alarms;
