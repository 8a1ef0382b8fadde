// SPDX-License-Identifier: Apache-2.0
/** The interface of a running switch to its control plane. Interfaces and value types only. */
package org.weir.bmv2.controlplane;
