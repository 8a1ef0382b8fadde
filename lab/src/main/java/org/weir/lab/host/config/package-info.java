// SPDX-License-Identifier: Apache-2.0
/** The configuration of a host, which hosts, reaction points and transports read. */
package org.weir.lab.host.config;
