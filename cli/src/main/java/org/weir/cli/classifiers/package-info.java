// SPDX-License-Identifier: Apache-2.0
/** Commands about classifiers. */
package org.weir.cli.classifiers;
