// SPDX-License-Identifier: Apache-2.0

/**
 * The operator's policy: classes with targets and match rules, settings of ports, tunables. {@link
 * org.weir.control.policy.PolicyReader} reads it from JSON and names the field and the rule of an
 * error.
 */
package org.weir.control.policy;
