// SPDX-License-Identifier: Apache-2.0
/**
 * Declarations of JSON objects: each field once, with its name, type, description and value. The
 * objects that REST and the shell print are written from a declaration, and so are the schemas of
 * {@code docs/openapi.json}. Also the form of delays in tables.
 */
package org.weir.app.shape;
