// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.state.MeterControl;
import org.weir.bmv2.runtime.bits.FieldBytes;

/** A meter array as the control plane sees it. */
public record ControlledMeter(MeterBank bank, LongSupplier clockNs) implements MeterControl {

    @Override
    public String name() {
        return bank.name();
    }

    @Override
    public int size() {
        return bank.size();
    }

    @Override
    public boolean measuresBytes() {
        return bank.measuresBytes();
    }

    @Override
    public Optional<MeterConfig> config(int index) {
        check(index);
        return Optional.ofNullable(bank.meter(index).config());
    }

    @Override
    public void configure(int index, Optional<MeterConfig> config) {
        check(index);
        config.ifPresent(rates -> check(rates, "meter " + name()));
        bank.meter(index).configure(config.orElse(null), clockNs.getAsLong());
    }

    public static void check(MeterConfig config, String what) {
        if (config.committedRate() < 0
                || config.committedBurst() < 0
                || config.peakBurst() < 0
                || config.excessBurst() < 0
                || config.peakRate() < config.committedRate()) {
            throw FieldBytes.invalid(
                    what
                            + ": rates and bursts must not be negative, the peak rate not below the committed one: "
                            + config);
        }
        if (config.excessBurst() > 0
                && (config.peakRate() != config.committedRate()
                        || config.peakBurst() != config.committedBurst())) {
            throw FieldBytes.invalid(
                    what
                            + ": with an excess burst, the peak rate and burst must be the committed ones: "
                            + config);
        }
    }

    private void check(int index) {
        if (index < 0 || index >= size()) {
            throw FieldBytes.invalid(
                    "meter " + name() + ": index " + index + " is not in 0.." + (size() - 1));
        }
    }
}
