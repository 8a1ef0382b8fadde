// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir up}: starts ONOS and a network of the lab at the speed of the wall clock, and shows
 * figures while they run.
 */
package org.weir.runner.up;
