// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import com.google.common.primitives.Longs;
import java.math.BigInteger;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.tofino.bfrt.FieldInfo;
import org.weir.tofino.bfrt.TableInfo;
import org.weir.tofino.bfrt.proto.DataField;
import org.weir.tofino.bfrt.proto.TableData;

/** The data fields of counters. A field that comes once for each pipe is summed. */
final class CounterFields {

    static final String PACKETS = "$COUNTER_SPEC_PKTS";
    static final String BYTES = "$COUNTER_SPEC_BYTES";

    private CounterFields() {}

    static CounterValue decode(TableInfo table, TableData data) {
        return new CounterValue(sum(table, data, PACKETS), sum(table, data, BYTES));
    }

    private static long sum(TableInfo table, TableData data, String name) {
        if (!table.hasCommonField(name)) {
            return 0;
        }
        int id = table.data("", name).id();
        long sum = 0;
        for (DataField field : data.getFieldsList()) {
            if (field.getFieldId() == id) {
                sum += new BigInteger(1, field.getStream().toByteArray()).longValue();
            }
        }
        return sum;
    }

    /** Data with a counter's value. */
    static TableData add(TableInfo table, TableData data, CounterValue value) {
        TableData.Builder all = data.toBuilder();
        add(all, table, PACKETS, value.packets());
        add(all, table, BYTES, value.bytes());
        return all.build();
    }

    private static void add(TableData.Builder data, TableInfo table, String name, long value) {
        if (table.hasCommonField(name)) {
            FieldInfo field = table.data("", name);
            data.addFieldsBuilder()
                    .setFieldId(field.id())
                    .setStream(EntryCodec.padded(Longs.toByteArray(value), field.widthBits()));
        }
    }
}
