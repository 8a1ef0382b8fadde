// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.io.IOException;
import org.junit.jupiter.api.Nested;

/**
 * The build of the program with ABC does all else as Weir's program does: the tests of everything
 * but CoDel, reverse path marking and ABC, which are in other tests.
 */
class AbcBuildTest {

    @Nested
    class Agents extends WeirAgentsTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class ArrivalRate extends WeirArrivalRateTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class ControllerLimit extends WeirControllerLimitTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class Edge extends WeirEdgeTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class FeedbackSlots extends WeirFeedbackSlotsTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class Feedback extends WeirFeedbackTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class Forwarding extends WeirForwardingTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class RateBasedMarking extends WeirRateBasedMarkingTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class Telemetry extends WeirTelemetryTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }

    @Nested
    class VirtualQueue extends WeirVirtualQueueTest {
        @Override
        String assembly() throws IOException {
            return WeirAssembly.activityText();
        }
    }
}
