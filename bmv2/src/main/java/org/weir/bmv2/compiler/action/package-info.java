// SPDX-License-Identifier: Apache-2.0
/** Steps of actions as statements of Java. */
package org.weir.bmv2.compiler.action;
