// SPDX-License-Identifier: Apache-2.0

/**
 * Declarations of all tunables: name, default, unit, range and meaning. docs/tunables.md is
 * generated from them.
 */
package org.weir.control.tuning;
