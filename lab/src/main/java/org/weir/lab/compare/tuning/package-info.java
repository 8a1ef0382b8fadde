// SPDX-License-Identifier: Apache-2.0
/** One search for the parameters of every scheme, with the same budget, and its record. */
package org.weir.lab.compare.tuning;
