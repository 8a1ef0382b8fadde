// SPDX-License-Identifier: Apache-2.0
/** Requests that are refused before they reach a resource, by their user or by their origin. */
package org.weir.app.rest.access;
