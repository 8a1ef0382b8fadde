// SPDX-License-Identifier: Apache-2.0
/** Simulation of a network as it was measured, under another policy. */
package org.weir.lab.whatif;
