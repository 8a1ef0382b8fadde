// SPDX-License-Identifier: Apache-2.0
/** Arithmetic, conversion and hashes of bit strings. */
package org.weir.bmv2.runtime.bits;
