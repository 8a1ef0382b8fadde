// SPDX-License-Identifier: Apache-2.0
/** Sentences for operators that explain the settings of a port. */
package org.weir.app.explain;
