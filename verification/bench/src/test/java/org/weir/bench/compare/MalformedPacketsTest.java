// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.weir.bmv2.Switch;
import org.weir.rules.ComputesOnly;

/**
 * A million malformed packets, over all programs: nothing breaks, every packet is sent or counted
 * as dropped, none stays inside, and the same packets give the same result.
 */
@ComputesOnly
class MalformedPacketsTest {

    private static final int PACKETS = 250_000;
    private static final int PACKETS_TWICE = 20_000;

    static Stream<String> names() {
        return Workloads.all().stream().map(Workload::name);
    }

    /** A run of malformed packets. */
    private static final class Run {
        private final CRC32 frames = new CRC32();
        private final Switch device;
        private final OurSwitch ours;
        private long sent;

        Run(String name, int packets) throws Exception {
            Workload workload =
                    Workloads.all().stream()
                            .filter(each -> each.name().equals(name))
                            .findFirst()
                            .orElseThrow();
            ours = new OurSwitch(workload.program(), workload.ports());
            device = ours.device();
            Random random = new Random(name.hashCode());
            workload.configure(device, random);
            long timeMicros = 0;
            for (int i = 0; i < packets; i++) {
                InputFrame frame = workload.frame(random);
                timeMicros += frame.gapMicros();
                for (OutputFrame out :
                        ours.run(timeMicros, frame.port(), malformed(frame.bytes(), random))) {
                    sent++;
                    frames.update(out.port());
                    frames.update(out.bytes());
                }
            }
        }

        long dropped() {
            return device.droppedByProgram() + device.droppedNoPort();
        }
    }

    /** Cut short, with bits turned, with a piece of it repeated or gone, or nothing but random. */
    private static byte[] malformed(byte[] frame, Random random) {
        byte[] bytes = frame;
        switch (random.nextInt(5)) {
            case 0:
                return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            case 1:
                bytes = bytes.clone();
                for (int turned = 1 + random.nextInt(8); turned > 0; turned--) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
                return bytes;
            case 2:
                int gone = random.nextInt(bytes.length);
                byte[] shorter = new byte[bytes.length - 1];
                System.arraycopy(bytes, 0, shorter, 0, gone);
                System.arraycopy(bytes, gone + 1, shorter, gone, shorter.length - gone);
                return shorter;
            case 3:
                int from = random.nextInt(bytes.length);
                byte[] longer = Arrays.copyOf(bytes, bytes.length + bytes.length - from);
                System.arraycopy(bytes, from, longer, bytes.length, bytes.length - from);
                return longer;
            default:
                bytes = new byte[random.nextInt(random.nextInt(50) == 0 ? 9000 : 100)];
                random.nextBytes(bytes);
                return bytes;
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void noneBreaksTheSwitchOrStaysInIt(String name) throws Exception {
        Run run = new Run(name, PACKETS);
        assertThat(run.device.packetsInside()).isZero();
        long accounted = run.sent + run.ours.sentElsewhere() + run.dropped();
        if (name.equals("acl") || name.equals("headers")) {
            assertThat(accounted).isEqualTo(PACKETS);
        } else {
            // These make copies as well.
            assertThat(accounted).isGreaterThanOrEqualTo(PACKETS);
        }
        assertThat(run.sent).isGreaterThan(PACKETS / 100);
    }

    @ParameterizedTest
    @MethodSource("names")
    void theSamePacketsGiveTheSameFrames(String name) throws Exception {
        assertThat(new Run(name, PACKETS_TWICE).frames.getValue())
                .isEqualTo(new Run(name, PACKETS_TWICE).frames.getValue());
    }
}
