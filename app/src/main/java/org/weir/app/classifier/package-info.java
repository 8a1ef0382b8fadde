// SPDX-License-Identifier: Apache-2.0
/** Classifiers, the match rules of a policy in the order of their precedence, with counters. */
package org.weir.app.classifier;
