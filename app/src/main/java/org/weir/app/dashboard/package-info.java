// SPDX-License-Identifier: Apache-2.0
/** The dashboard's built page, served as fixed files. */
package org.weir.app.dashboard;
