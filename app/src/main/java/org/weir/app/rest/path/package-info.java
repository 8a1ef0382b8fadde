// SPDX-License-Identifier: Apache-2.0
/** Values that are part of a request's path. */
package org.weir.app.rest.path;
