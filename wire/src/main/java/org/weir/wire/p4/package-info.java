// SPDX-License-Identifier: Apache-2.0
/**
 * Names of the control-plane objects of Weir's P4 program, as its P4Infos have them, the same on
 * every platform. A test of {@code pipelines} compares them with the committed P4Infos.
 */
package org.weir.wire.p4;
