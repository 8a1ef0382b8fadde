// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.List;

/** References for the marks of CoDel: as RFC 8289 has it, and as docs/aqm.md has it for Tofino. */
public final class CodelReferences {

    private CodelReferences() {}

    /** RFC 8289, section 5, in exact arithmetic, for a queue that marks. */
    public static final class Rfc8289 {

        private final long targetUs;
        private final long intervalUs;
        private long firstAboveUs;
        private long nextUs;
        private long count;
        private long lastCount;
        private boolean dropping;

        public Rfc8289(long targetUs, long intervalUs) {
            this.targetUs = targetUs;
            this.intervalUs = intervalUs;
        }

        public boolean marks(long nowUs, long delayUs, int packetsBehind) {
            boolean above = isAbove(nowUs, delayUs, packetsBehind);
            if (dropping) {
                if (!above) {
                    dropping = false;
                } else if (nowUs >= nextUs) {
                    count++;
                    nextUs += stepUs();
                    return true;
                }
                return false;
            }
            if (!above) {
                return false;
            }
            dropping = true;
            long delta = count - lastCount;
            count = delta > 1 && nowUs - nextUs < 16 * intervalUs ? delta : 1;
            nextUs = nowUs + stepUs();
            lastCount = count;
            return true;
        }

        private boolean isAbove(long nowUs, long delayUs, int packetsBehind) {
            if (delayUs < targetUs || packetsBehind <= 1) {
                firstAboveUs = 0;
                return false;
            }
            if (firstAboveUs == 0) {
                firstAboveUs = nowUs + intervalUs;
                return false;
            }
            return nowUs >= firstAboveUs;
        }

        private long stepUs() {
            return Math.round(intervalUs / Math.sqrt(count));
        }
    }

    /** Reference for the program for Tofino, from its description and not from its assembly. */
    public static final class Tofino {

        private static final int FEW_CELLS = 32;
        private static final long LARGEST_COUNT = 0xFFFF_FFFFL;

        private final long targetUs;
        private final long intervalUs;
        private final long unit;
        private long sinceUs;
        private long intervals;
        private long nextUs;
        private long count;

        /** A queue that no packet has left. */
        public Tofino(long targetUs, long intervalUs) {
            this.targetUs = targetUs;
            this.intervalUs = intervalUs;
            unit = unit(intervalUs);
        }

        private Tofino(Tofino other) {
            targetUs = other.targetUs;
            intervalUs = other.intervalUs;
            unit = other.unit;
            sinceUs = other.sinceUs;
            intervals = other.intervals;
            nextUs = other.nextUs;
            count = other.count;
        }

        /** Another queue of which the same packets have left. */
        public Tofino copy() {
            return new Tofino(this);
        }

        /** The program's registers of the queue; queues that have the same will mark the same. */
        public List<Long> registers() {
            return List.of(sinceUs, intervals, nextUs, count);
        }

        public boolean marks(long nowNs, long arrivedNs, int cellsBehind) {
            return marks(
                    microseconds(nowNs), isAbove(microseconds(nowNs - arrivedNs), cellsBehind));
        }

        /** True if a packet's delay counts as above the target. */
        public boolean isAbove(long delayUs, int cellsBehind) {
            return delayUs >= targetUs && cellsBehind >= FEW_CELLS;
        }

        /**
         * Lets a packet leave.
         *
         * @param nowUs time by the program's clock
         * @param above its delay counts as above the target
         * @return true if CoDel marks it
         */
        public boolean marks(long nowUs, boolean above) {
            if (!above) {
                if (intervals != 0) {
                    nextUs = 0;
                    count = unit * eventsBefore() & LARGEST_COUNT;
                }
                sinceUs = nowUs;
                intervals = 0;
                return false;
            }
            if (sinceUs <= Math.max(nowUs - intervalUs, 0) || sinceUs > nowUs) {
                sinceUs = nowUs;
                intervals++;
            }
            if (intervals == 0) {
                return false;
            }
            if (nextUs == 0) {
                nextUs = nowUs;
                count = Math.min(count + unit, LARGEST_COUNT);
                return false;
            }
            if (nextUs > nowUs) {
                return false;
            }
            nextUs += stepUs(count);
            count = Math.min(count + unit, LARGEST_COUNT);
            return true;
        }

        /** Events that the next episode counts before its first, by this one's intervals. */
        private long eventsBefore() {
            if (intervals <= 3) {
                return intervals - 1;
            }
            return intervals <= 6 ? 4 : 8;
        }

        /** 1/1000 is 2^-10, 2^-16 and 2^-17, each cut off. */
        public static long microseconds(long ns) {
            return (ns >> 10) + (ns >> 16) + (ns >> 17);
        }

        /** (2^20 us / interval)^2 for the interval of eight an octave that the given one is in. */
        public static long unit(long intervalUs) {
            double steps = Math.pow(2, Math.floor(Math.log(intervalUs) / Math.log(2))) / 8;
            double low = Math.floor(intervalUs / steps) * steps;
            long rounded = Math.round(Math.pow(2, 40) / (low * (low + steps)));
            return Math.max(1, Math.min(rounded, 1L << 31));
        }

        /**
         * 2^20 us over the square root: of the count as 4 to 15 eighths of a power of four, by a
         * table of eight bits.
         */
        public static long stepUs(long count) {
            double mantissa = count;
            double scale = Math.pow(2, 20);
            while (mantissa >= 2) {
                mantissa /= 4;
                scale /= 2;
            }
            double eighths = Math.floor(mantissa * 8) / 8;
            double table = Math.rint(128 / Math.sqrt(eighths));
            return (long) Math.floor(table / 128 * scale);
        }
    }
}
