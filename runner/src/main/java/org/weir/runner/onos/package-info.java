// SPDX-License-Identifier: Apache-2.0
/** ONOS as a process: its start, its configuration file, its REST interface. */
package org.weir.runner.onos;
