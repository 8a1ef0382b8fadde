// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.runtime.bits.FieldBytes;

/** A register array as the control plane sees it. */
public record ControlledRegister(RegisterFile file) implements RegisterControl {

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public int size() {
        return file.size();
    }

    @Override
    public int bitWidth() {
        return file.bitWidth();
    }

    @Override
    public byte[] read(int index) {
        check(index);
        byte[] value = new byte[(bitWidth() + 7) / 8];
        for (int i = 0; i < value.length; i++) {
            long word = file.words[index * file.wordsEach() + i / 8];
            value[value.length - 1 - i] = (byte) (word >>> (8 * (i % 8)));
        }
        return value;
    }

    @Override
    public void write(int index, byte[] value) {
        check(index);
        BigInteger number = FieldBytes.number(value, bitWidth(), "register " + name());
        for (int i = 0; i < file.wordsEach(); i++) {
            file.words[index * file.wordsEach() + i] = number.shiftRight(64 * i).longValue();
        }
    }

    private void check(int index) {
        if (index < 0 || index >= size()) {
            throw FieldBytes.invalid(
                    "register " + name() + ": index " + index + " is not in 0.." + (size() - 1));
        }
    }
}
