// SPDX-License-Identifier: Apache-2.0
/** Expressions of a program as expressions of Java. */
package org.weir.bmv2.compiler.expression;
