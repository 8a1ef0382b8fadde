// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.weir.bench.programs.Programs;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;

/** Registers, counters, meters, copies and second passes. */
final class StateWorkload implements Workload {

    private static final int ENTRIES_PER_TABLE = 40;
    private static final int PORTS = 6;
    private static final int METERS = 12;

    private final FieldValues values =
            new FieldValues()
                    .put("ingress_port", 1, 2, 3, 4, 5, 6)
                    .put("port", 1, 2, 3, 4, 5, 6, 7)
                    .put("instance_type", 0, 1, 4, 6)
                    .put("flow", 0, 1, 2, 3, 4, 5, 6, 7);

    @Override
    public String name() {
        return "state";
    }

    @Override
    public byte[] program() {
        return Programs.read("/org/weir/bench/programs/state.json");
    }

    @Override
    public List<Integer> ports() {
        return List.of(1, 2, 3, 4, 5, 6);
    }

    @Override
    public void configure(SwitchControl control, Random random) {
        new RandomEntries(control, Programs.parse(program()), values, random)
                .fill(ENTRIES_PER_TABLE);
        control.setMirrorSession(5, MirrorSession.toPort(4));
        control.setMirrorSession(6, MirrorSession.toPort(5));
        control.setMirrorSession(7, MirrorSession.toPort(6));
        control.setMulticastGroup(1, List.of(new Replica(1, 0), new Replica(2, 0)));
        control.setMulticastGroup(
                2, List.of(new Replica(3, 7), new Replica(4, 7), new Replica(1, 9)));
        control.setMulticastGroup(
                3, List.of(new Replica(1, 1), new Replica(1, 2), new Replica(99, 3)));
        control.setMulticastGroup(4, List.of());
        for (MeterControl meter : control.meters()) {
            for (int i = 0; i < METERS; i++) {
                meter.configure(i, config(random, meter.measuresBytes()));
            }
        }
        for (TableControl table : control.tables()) {
            for (TableEntry entry : table.entries()) {
                if (table.hasDirectMeter() && random.nextInt(4) != 0) {
                    table.configureMeter(entry.match(), entry.priority(), config(random, true));
                }
            }
        }
    }

    private static Optional<MeterConfig> config(Random random, boolean bytes) {
        int unit = bytes ? 100 : 1;
        long committed = (1L + random.nextInt(500)) * unit;
        long burst = (1L + random.nextInt(20)) * unit;
        return Optional.of(
                new MeterConfig(
                        committed,
                        burst,
                        committed + random.nextInt(500) * unit,
                        burst + random.nextInt(20) * unit));
    }

    @Override
    public InputFrame frame(Random random) {
        FrameBuilder frame = new FrameBuilder();
        int port = 1 + random.nextInt(PORTS);
        if (port == 6) {
            frame.random(46, random);
        }
        int kind = random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(16);
        frame.put(kind, 8).put(values.pick("flow", 8, random), 8).put(random.nextInt(1 << 16), 16);
        frame.put(random.nextInt(random.nextInt(4) == 0 ? 256 : 8), 8).put(random.nextInt(256), 8);
        frame.random(random.nextInt(random.nextInt(6) == 0 ? 1400 : 60), random);
        long gapMicros =
                random.nextInt(100) == 0 ? random.nextInt(500_000) + 1 : 1 + random.nextInt(4000);
        return new InputFrame(port, FrameBuilder.damage(frame.build(), random), gapMicros);
    }
}
