// SPDX-License-Identifier: Apache-2.0
/** Counters, meters and registers of a running program. */
package org.weir.bmv2.runtime.state;
