// SPDX-License-Identifier: Apache-2.0
/** The feedback packet from a switch to a sender. */
package org.weir.wire.feedback;
