// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static org.weir.app.shape.JsonType.NUMBER;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.weir.app.shape.JsonShape;
import org.weir.control.TargetKind;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.Forecast;

/**
 * Predictions of one class at one port: of each quantity the value at the present loads by the
 * model and corrected by measurement, the interval for nine of ten periods, and the value that the
 * class's own share guarantees. Immutable.
 */
public final class QueueForecasts {
    /** Before the first decision. */
    public static final QueueForecasts NONE = new QueueForecasts(new EnumMap<>(TargetKind.class));

    private static final List<TargetKind> KINDS =
            List.of(TargetKind.DELAY, TargetKind.P99_DELAY, TargetKind.LOSS);

    /** The predictions as JSON; what is not known is null. */
    public static final JsonShape<QueueForecasts> SHAPE = shape();

    private final Map<TargetKind, Forecast> forecasts;

    private QueueForecasts(Map<TargetKind, Forecast> forecasts) {
        this.forecasts = forecasts;
    }

    /** Those of a class's state. */
    public static QueueForecasts of(ClassState state) {
        Map<TargetKind, Forecast> found = new EnumMap<>(TargetKind.class);
        KINDS.forEach(kind -> state.forecast(kind).ifPresent(one -> found.put(kind, one)));
        return new QueueForecasts(found);
    }

    private static JsonShape<QueueForecasts> shape() {
        JsonShape.Builder<QueueForecasts> shape =
                JsonShape.<QueueForecasts>named("Predicted")
                        .describe(
                                "Predictions for the next period, delays in ms. model is the value at"
                                        + " the present loads of all classes; expected is the"
                                        + " same, corrected by the periods measured under the"
                                        + " installed settings. One period of twenty is expected"
                                        + " below low and one above high: by the model's"
                                        + " calibrated error, or by measurement from the third"
                                        + " period on. guaranteed is the value if all other"
                                        + " classes are backlogged. Null before the first"
                                        + " decision and while the load is unknown.");
        for (TargetKind kind : KINDS) {
            String name = kind.fieldName();
            shape.field(name + ".model", NUMBER.orNull(), "", one -> one.value(kind, 0));
            shape.field(name + ".expected", NUMBER.orNull(), "", one -> one.value(kind, 1));
            shape.field(name + ".low", NUMBER.orNull(), "", one -> one.value(kind, 2));
            shape.field(name + ".high", NUMBER.orNull(), "", one -> one.value(kind, 3));
            shape.field(name + ".guaranteed", NUMBER.orNull(), "", one -> one.value(kind, 4));
        }
        return shape.end();
    }

    private Double value(TargetKind kind, int which) {
        Forecast one = forecasts.get(kind);
        if (one == null) {
            return null;
        }
        double[] values = {
            one.modelled(), one.corrected(), one.low(), one.high(), one.guaranteed()
        };
        return Double.isNaN(values[which]) ? null : values[which];
    }
}
