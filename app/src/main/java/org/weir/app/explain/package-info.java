// SPDX-License-Identifier: Apache-2.0
/** Sentences for operators. */
package org.weir.app.explain;
