// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

import java.util.List;

/**
 * A message that the program sends to the control plane.
 *
 * @param name as in P4Info
 * @param fields its fields in order of declaration, big-endian, as long as each is wide
 */
public record Digest(String name, List<byte[]> fields) {}
