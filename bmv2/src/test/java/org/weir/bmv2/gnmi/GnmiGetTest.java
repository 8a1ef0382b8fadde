// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.time.Timeline;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;

/** A request for values while ports come. */
class GnmiGetTest {

    private final Busy timeline = new Busy();
    private final Switch device = new Switch(new SwitchConfig("switch"), timeline);

    /** An answer is of one moment: here before there is a port, or after. */
    @Test
    void aPortThatComesMeanwhileDoesNotTurnAnEmptyAnswerIntoNotFound() {
        GnmiService service = new GnmiService(device, timeline, Runnable::run);
        timeline.afterEachTask =
                () ->
                        device.attachPort(
                                device.ports().size() + 1,
                                new PortConfig("port", 1_000_000_000, 100),
                                (buffer, offset, length) -> {});
        Answer answer = new Answer();
        service.get(
                GetRequest.newBuilder()
                        .addPath(Paths.parse("/interfaces/interface[name=...]/state"))
                        .build(),
                answer);
        assertThat(answer.received)
                .singleElement()
                .satisfies(
                        one ->
                                assertThat(one.getNotificationList())
                                        .singleElement()
                                        .matches(leaves -> leaves.getUpdateCount() == 0));
    }

    /** Does what is submitted at once, and after it something else. */
    private static final class Busy implements Timeline {
        private final VirtualTimeline clock = new VirtualTimeline();
        private Runnable afterEachTask = () -> {};

        @Override
        public long nowNs() {
            return clock.nowNs();
        }

        @Override
        public void schedule(long timeNs, Runnable task) {
            clock.schedule(timeNs, task);
        }

        @Override
        public void submit(Runnable task) {
            task.run();
            afterEachTask.run();
        }
    }

    private static final class Answer implements StreamObserver<GetResponse> {
        private final List<GetResponse> received = new ArrayList<>();

        @Override
        public void onNext(GetResponse response) {
            received.add(response);
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onCompleted() {
            // As it should.
        }
    }
}
