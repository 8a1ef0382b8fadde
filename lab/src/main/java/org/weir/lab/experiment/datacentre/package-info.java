// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments of every scheme on a leaf–spine network with published sizes of messages, at 10 to
 * 100 Gb/s.
 */
package org.weir.lab.experiment.datacentre;
