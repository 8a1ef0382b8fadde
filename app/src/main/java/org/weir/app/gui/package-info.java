// SPDX-License-Identifier: Apache-2.0
/** Weir's entry in the menu of ONOS's own GUI. */
package org.weir.app.gui;
