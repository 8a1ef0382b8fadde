// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.runtime.bits.FieldBytes;

/** A counter array as the control plane sees it. */
public record ControlledCounter(CounterBank bank) implements CounterControl {

    @Override
    public String name() {
        return bank.name();
    }

    @Override
    public int size() {
        return bank.size();
    }

    @Override
    public CounterValue read(int index) {
        check(index);
        return new CounterValue(bank.packets[index], bank.bytes[index]);
    }

    @Override
    public void write(int index, CounterValue value) {
        check(index);
        bank.packets[index] = value.packets();
        bank.bytes[index] = value.bytes();
    }

    private void check(int index) {
        if (index < 0 || index >= size()) {
            throw FieldBytes.invalid(
                    "counter " + name() + ": index " + index + " is not in 0.." + (size() - 1));
        }
    }
}
