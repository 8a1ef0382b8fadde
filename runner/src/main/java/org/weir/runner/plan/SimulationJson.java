// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.weir.control.PortId;
import org.weir.lab.experiment.run.Estimate;
import org.weir.lab.whatif.WhatIf;

/** The result of a simulation as {@code PUT /plans/N/simulation} takes it. */
final class SimulationJson {
    private SimulationJson() {}

    static ObjectNode of(
            Map<PortId, Map<String, WhatIf.Figures>> figures,
            int seeds,
            int periods,
            List<String> assumptions) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("seeds", seeds).put("periods", periods);
        ArrayNode assumed = result.putArray("assumptions");
        assumptions.forEach(assumed::add);
        ArrayNode ports = result.putArray("ports");
        figures.forEach(
                (port, classes) -> {
                    ObjectNode one = ports.addObject();
                    one.put("device", port.device()).put("port", port.port());
                    ArrayNode list = one.putArray("classes");
                    classes.forEach((name, own) -> list.add(trafficClass(name, own)));
                });
        return result;
    }

    private static ObjectNode trafficClass(String name, WhatIf.Figures figures) {
        ObjectNode one = JsonNodeFactory.instance.objectNode();
        one.put("name", name);
        one.set("delayMs", estimate(figures.delayMs(), Double.MAX_VALUE));
        one.set("p99DelayMs", estimate(figures.p99DelayMs(), Double.MAX_VALUE));
        one.set("lossFraction", estimate(figures.lossFraction(), 1));
        one.set("goodputBps", estimate(figures.goodputBps(), Double.MAX_VALUE));
        return one;
    }

    /** An estimate; its interval ends where the figure's range does. */
    private static ObjectNode estimate(Estimate estimate, double most) {
        ObjectNode one = JsonNodeFactory.instance.objectNode();
        one.put("mean", estimate.mean());
        one.put("low", Math.max(0, estimate.mean() - estimate.halfWidth()));
        one.put("high", Math.min(most, estimate.mean() + estimate.halfWidth()));
        return one;
    }
}
