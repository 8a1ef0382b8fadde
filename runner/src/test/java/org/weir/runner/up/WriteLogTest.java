// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.WriteObserver;

/** A log on a disk that is full. */
class WriteLogTest {
    private int attempts;

    private final OutputStream fullDisk =
            new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    attempts++;
                    throw new IOException("No space left on device");
                }
            };

    @Test
    void aSwitchGoesOnWhenTheLogCannotBeWritten() {
        WriteLog log =
                new WriteLog(
                        new BufferedWriter(
                                new OutputStreamWriter(fullDisk, StandardCharsets.UTF_8)));
        WriteObserver observer = log.of("s1");
        assertThat(log.failure()).isEmpty();

        observer.write(RoleName.DEFAULT, BigInteger.ONE, 1, true);
        observer.write(RoleName.DEFAULT, BigInteger.ONE, 1, true);

        assertThat(log.failure())
                .get()
                .extracting(IOException::getMessage)
                .isEqualTo("No space left on device");
        assertThat(attempts).isEqualTo(1);
    }
}
