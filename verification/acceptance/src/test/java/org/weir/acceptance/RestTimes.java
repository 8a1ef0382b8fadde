// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Arrays;

/**
 * Times of one request, asked again and again, from its first byte to the answer's last.
 *
 * @param path path of the resource
 * @param sortedMs times in ms, the shortest first
 * @param bytes length of the last answer
 */
record RestTimes(String path, double[] sortedMs, int bytes) {
    private static final int WARM_UP = 20;
    private static final int COUNT = 300;

    static RestTimes of(RunningWeir weir, String path, String user) throws Exception {
        double[] timesMs = new double[COUNT];
        int bytes = 0;
        for (int i = -WARM_UP; i < COUNT; i++) {
            long startNs = System.nanoTime();
            HttpResponse<String> answer = weir.get(path, user);
            if (i >= 0) {
                timesMs[i] = (System.nanoTime() - startNs) / 1e6;
            }
            assertThat(answer.statusCode()).isEqualTo(200);
            bytes = answer.body().length();
        }
        Arrays.sort(timesMs);
        return new RestTimes(path, timesMs, bytes);
    }

    private double quantile(double fraction) {
        return sortedMs[(int) Math.ceil(fraction * sortedMs.length) - 1];
    }

    @Override
    public String toString() {
        return String.format(
                "%-26s %6d %8.1f %8.1f %8.1f %10d",
                path, sortedMs.length, quantile(0.5), quantile(0.99), quantile(1), bytes);
    }
}
