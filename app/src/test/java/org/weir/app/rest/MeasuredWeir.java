// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.weir.app.DeviceView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueForecasts;
import org.weir.app.QueueView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.loop.Promise;

/** A service of which every figure is known: no metric lacks a sample. */
final class MeasuredWeir extends InMemoryWeir {
    private volatile boolean isLost = true;

    /** Lets the controller have contact with {@code device:s2}, which it has not at first. */
    void reachEverySwitch() {
        isLost = false;
    }

    @Override
    public List<PortView> ports() {
        Map<QueueFigure, Number> measured = new EnumMap<>(QueueFigure.class);
        for (QueueFigure figure : QueueFigure.values()) {
            measured.put(figure, 2);
        }
        List<QueueView> queues = new ArrayList<>();
        for (String name : List.of("A", "C")) {
            QueueSettings settings =
                    QueueSettings.builder(queues.size())
                            .weightFraction(0.5)
                            .weightPackets(8)
                            .marking(Marking.atDepth(12))
                            .limitPackets(48)
                            .arrivalRateBps(1_200_000)
                            .serviceRateBps(4_000_000)
                            .targetRateBps(3_900_000)
                            .build();
            queues.add(
                    new QueueView(
                                    queues.size(),
                                    name,
                                    measured,
                                    settings,
                                    false,
                                    List.of("delayMs"))
                            .withPromise(
                                    Promise.notGiven("the load is high"), QueueForecasts.NONE));
        }
        return List.of(
                new PortView(
                        "device:s1",
                        4,
                        "s1-eth4",
                        10_000_000,
                        256,
                        OptionalDouble.of(131.072),
                        true,
                        3,
                        1_700_000_000_000L,
                        queues));
    }

    @Override
    public List<DeviceView> devices() {
        List<DeviceView> devices = new ArrayList<>(super.devices());
        DeviceView second = devices.get(1);
        devices.set(1, new DeviceView(second.device(), !isLost, second.drops(), 120, 0, true));
        return devices;
    }
}
