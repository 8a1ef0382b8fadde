// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.table.MatchKey;

/** Stacks, unions, variable fields, checksums, hashes and arithmetic. */
final class HeadersWorkload implements Workload {

    private static final int ENTRIES_PER_TABLE = 60;
    private static final int PORTS = 4;

    /** Bits of the header numbers_t. */
    private static final int NUMBERS_BITS = 936;

    private static final String VALUE_SET = "HeadersParser.with_numbers";

    private final FieldValues values =
            new FieldValues()
                    .put("bits", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
                    .put("value", 0, 4, 5, 6, 7, 15);

    @Override
    public String name() {
        return "headers";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/bench/programs/headers.json");
    }

    @Override
    public List<Integer> ports() {
        return List.of(1, 2, 3, 4);
    }

    @Override
    public int window() {
        return WINDOW_WITHOUT_STATE;
    }

    @Override
    public void configure(SwitchControl control, Random random) {
        new RandomEntries(control, Programs.parse(program()), values, random)
                .fill(ENTRIES_PER_TABLE);
        for (int kind : new int[] {2, 9, 35, 130}) {
            control.valueSet(VALUE_SET)
                    .orElseThrow()
                    .insert(List.of(new MatchKey.Exact(new byte[] {(byte) kind})));
        }
    }

    @Override
    public InputFrame frame(Random random) {
        FrameBuilder frame = new FrameBuilder();
        int kind = random.nextInt(256);
        if (random.nextInt(3) != 0) {
            kind &= 0x7f;
        }
        if (random.nextInt(3) == 0) {
            kind |= 0x10;
        }
        int labels = random.nextInt(random.nextInt(4) == 0 ? 8 : 4);
        int options = random.nextInt(4);
        frame.put(kind, 8).put(random.nextInt(2), 2).put(options, 2).put(random.nextInt(2), 1);
        frame.put(labels, 3);
        frame.put(random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(70), 8);
        frame.put(values.pick("bits", 8, random), 8);
        for (int i = 0; i < labels; i++) {
            // A first byte of ..1111.... goes to the options at once; mostly it does not.
            frame.put(values.pick("value", 20, random), 20).put(random.nextInt(8), 3);
            frame.put(i == labels - 1 || random.nextInt(8) == 0 ? 1 : 0, 1);
            frame.put(random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(255), 8);
        }
        for (int i = 0; i < options; i++) {
            boolean small = random.nextBoolean();
            frame.put(random.nextInt(128), 7).put(small ? 0 : 1, 1);
            frame.random(small ? 2 : 15, random);
        }
        if ((kind & 0x20) != 0) {
            int bytes = random.nextInt(random.nextInt(8) == 0 ? 40 : 33);
            frame.put(bytes, 8).random(3 + bytes, random);
            if (random.nextBoolean()) {
                FrameBuilder summed = new FrameBuilder();
                byte[] soFar = frame.build();
                summed.put(kind, 8);
                for (int i = soFar.length - bytes; i < soFar.length; i++) {
                    summed.put(soFar[i], 8);
                }
                summed.put(soFar[1], 8);
                frame.set16(soFar.length - bytes - 2, summed.checksum(0, summed.length()));
            }
        }
        numbers(frame, random);
        frame.random(random.nextInt(random.nextInt(5) == 0 ? 1400 : 40), random);
        return new InputFrame(
                1 + random.nextInt(PORTS), FrameBuilder.damage(frame.build(), random), 1);
    }

    /** Runs of equal bits, so that numbers are near their limits often. */
    private static void numbers(FrameBuilder frame, Random random) {
        if (random.nextBoolean()) {
            frame.put(new BigInteger(NUMBERS_BITS, random), NUMBERS_BITS);
            return;
        }
        int left = NUMBERS_BITS;
        while (left > 0) {
            int run = Math.min(left, 1 + random.nextInt(32));
            frame.put(random.nextInt(3) == 0 ? random.nextLong() : -random.nextInt(2), run);
            left -= run;
        }
    }
}
