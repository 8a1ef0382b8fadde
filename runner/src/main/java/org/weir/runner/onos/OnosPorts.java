// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

/**
 * TCP ports on which ONOS listens, all on loopback.
 *
 * @param rest REST and the dashboard
 * @param ssh ONOS's shell
 * @param cluster ONOS's store
 */
public record OnosPorts(int rest, int ssh, int cluster) {
    public static final OnosPorts DEFAULT = new OnosPorts(8181, 8101, 9876);
}
