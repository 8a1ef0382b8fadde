// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

/**
 * TCP ports on which ONOS listens, all on loopback. The nodes of a cluster have the same ports,
 * each on an address of its own.
 *
 * @param rest REST and the dashboard
 * @param ssh ONOS's shell
 * @param cluster ONOS's store, or what the nodes of a cluster exchange
 * @param store the members of a cluster's store
 */
public record OnosPorts(int rest, int ssh, int cluster, int store) {
    public static final OnosPorts DEFAULT = new OnosPorts(8181, 8101, 9876, 5679);
}
