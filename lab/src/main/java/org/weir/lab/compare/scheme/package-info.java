// SPDX-License-Identifier: Apache-2.0
/** Schemes as they are compared: their parameters on a network, and variants of Weir's own. */
package org.weir.lab.compare.scheme;
