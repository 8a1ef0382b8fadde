// SPDX-License-Identifier: Apache-2.0
/** Actions: their data and the instructions that write containers. */
package org.weir.tofino.model.action;
