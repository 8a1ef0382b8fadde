// SPDX-License-Identifier: Apache-2.0
/** {@code weir plan}: simulates a plan of a running Weir in virtual time. */
package org.weir.runner.plan;
