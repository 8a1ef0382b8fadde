// SPDX-License-Identifier: Apache-2.0
/** Messages that share lines as a fluid: no packets, no queues, no feedback. */
package org.weir.lab.compare.fluid;
