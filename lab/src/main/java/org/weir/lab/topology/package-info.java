// SPDX-License-Identifier: Apache-2.0
/** Generates networks: dumbbell, leaf–spine, fat tree. */
package org.weir.lab.topology;
