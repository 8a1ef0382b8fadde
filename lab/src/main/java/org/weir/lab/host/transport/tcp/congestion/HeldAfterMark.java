// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

/**
 * Another algorithm whose window does not grow after a mark until all is acknowledged that was sent
 * before the reduction, as in Linux's state CWR; a loss or timeout ends this. By RFC 3168 only
 * acknowledgements with ECE let the window not grow. A receiver sets ECE for a round trip, so both
 * are alike; a switch with RPM sets it once.
 *
 * @param algorithm the other one
 */
public record HeldAfterMark(CongestionControlProvider algorithm)
        implements CongestionControlProvider {
    @Override
    public String word() {
        return algorithm.word() + "-held";
    }

    @Override
    public CongestionControl start(InitialWindow initial) {
        return new Held(algorithm.start(initial));
    }

    @Override
    public int ecnCodepoint() {
        return algorithm.ecnCodepoint();
    }

    @Override
    public boolean isPaced() {
        return algorithm.isPaced();
    }

    @Override
    public boolean usesEcn() {
        return algorithm.usesEcn();
    }

    private static final class Held implements CongestionControl {
        private final CongestionControl control;
        private boolean reduced;

        /** Position up to which the window is held. */
        private long end;

        Held(CongestionControl control) {
            this.control = control;
        }

        @Override
        public double windowBytes() {
            return control.windowBytes();
        }

        @Override
        public double thresholdBytes() {
            return control.thresholdBytes();
        }

        /**
         * The progress of the acknowledgement that reduces the window comes after the reduction.
         */
        @Override
        public void onAcknowledged(Acknowledged progress) {
            if (reduced) {
                end = progress.next();
                reduced = false;
            }
            boolean mayGrow = progress.mayGrow() && progress.unacknowledged() > end;
            control.onAcknowledged(
                    new Acknowledged(
                            progress.nowNs(),
                            progress.deliveredBytes(),
                            progress.markedBytes(),
                            progress.rttNs(),
                            progress.smoothedRttNs(),
                            progress.unacknowledged(),
                            progress.next(),
                            mayGrow,
                            progress.delivery()));
        }

        @Override
        public void onCongestion(CongestionSignal signal, double flightBytes, long nowNs) {
            reduced = signal == CongestionSignal.ECN_ECHO;
            end = 0;
            control.onCongestion(signal, flightBytes, nowNs);
        }

        @Override
        public void onTimeoutInRecovery() {
            reduced = false;
            end = 0;
            control.onTimeoutInRecovery();
        }

        @Override
        public void setWindowBytes(double bytes) {
            control.setWindowBytes(bytes);
        }

        @Override
        public double paceBytesPerNs() {
            return control.paceBytesPerNs();
        }

        @Override
        public boolean setsWindowInRepair() {
            return control.setsWindowInRepair();
        }

        @Override
        public void onRepair(boolean begins) {
            control.onRepair(begins);
        }

        @Override
        public boolean limitsItself() {
            return control.limitsItself();
        }

        @Override
        public boolean reducesForMarks(long nowNs) {
            return control.reducesForMarks(nowNs);
        }

        @Override
        public boolean reducesForLossAfterMark() {
            return control.reducesForLossAfterMark();
        }

        @Override
        public boolean spreadsReductions() {
            return control.spreadsReductions();
        }

        @Override
        public boolean echoesEachMark() {
            return control.echoesEachMark();
        }
    }
}
