// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program.header;

import java.util.List;

/**
 * Fields that a clone, a resubmitted or recirculated packet keeps.
 *
 * @param id its number
 * @param fields the fields
 */
public record FieldList(int id, List<FieldRef> fields) {}
