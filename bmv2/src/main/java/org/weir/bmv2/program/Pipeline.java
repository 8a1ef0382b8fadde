// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.util.List;
import java.util.Map;

/**
 * Ingress or egress.
 *
 * @param name {@code ingress} or {@code egress}
 * @param firstNode name of the node it starts with; null when it has none
 * @param nodes by name
 * @param tables in order of declaration
 * @param profiles its action profiles
 */
public record Pipeline(
        String name,
        String firstNode,
        Map<String, Node> nodes,
        List<Table> tables,
        List<ActionProfile> profiles) {}
