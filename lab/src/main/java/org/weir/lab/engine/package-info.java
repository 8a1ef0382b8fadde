// SPDX-License-Identifier: Apache-2.0
/**
 * The discrete-event engine, the only clock of the lab: events in order of their virtual time in
 * ns, run as fast as possible or slowed to the wall clock.
 */
package org.weir.lab.engine;
