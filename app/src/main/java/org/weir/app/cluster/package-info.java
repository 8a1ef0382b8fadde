// SPDX-License-Identifier: Apache-2.0
/**
 * The application on several instances of ONOS: mastership terms, and one answer whichever instance
 * is asked.
 */
package org.weir.app.cluster;
