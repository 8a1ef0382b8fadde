// SPDX-License-Identifier: Apache-2.0
/**
 * Links: two directions, each with a rate in bit/s and a propagation delay in ns, and the buffers
 * of the frames on them.
 */
package org.weir.lab.link;
