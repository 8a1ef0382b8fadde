// SPDX-License-Identifier: Apache-2.0
/** Schemes and congestion controls from jars outside Weir (docs/tutorial-own-scheme.md). */
package org.weir.lab.plugin;
