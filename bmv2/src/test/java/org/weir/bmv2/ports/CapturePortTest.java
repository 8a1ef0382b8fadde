// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

class CapturePortTest {

    /** A day in 2026, in nanoseconds. */
    private static final long DAY_NS = 1_780_000_000_000_000_000L;

    /** Times at which frames are due after the start of another file, ns. */
    private static final List<Long> DUE_NS = List.of(20_000_000L, 20_000_000L, 100_000_000L);

    /** A frame may be late, by as much as the machine likes, but never early. */
    @Test
    void framesComeInNoEarlierThanTheyAreDue() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CaptureWriter writer = CaptureWriter.to(file, CaptureFormat.PCAP_NANOS, "in")) {
            for (long dueNs : DUE_NS) {
                writer.write(DAY_NS + dueNs, new byte[60]);
            }
        }
        CaptureReader reader =
                CaptureReader.open(new ByteArrayInputStream(file.toByteArray()), "in", true);
        reader.next();
        List<Long> upNs = Collections.synchronizedList(new ArrayList<>());
        List<Long> cameNs = Collections.synchronizedList(new ArrayList<>());

        try (CapturePort port = new CapturePort("port1", reader, DAY_NS, null, () -> 0)) {
            port.start(
                    (buffer, offset, length) -> cameNs.add(System.nanoTime()),
                    up -> upNs.add(System.nanoTime()));
            Arrivals.await(cameNs::size, DUE_NS.size());
        }

        assertThat(upNs).hasSize(1);
        for (int i = 0; i < DUE_NS.size(); i++) {
            assertThat(cameNs.get(i) - upNs.get(0))
                    .as("frame %d", i)
                    .isGreaterThanOrEqualTo(DUE_NS.get(i));
        }
    }
}
