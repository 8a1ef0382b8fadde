// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.onlab.util.KryoNamespace;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.Serializer;
import org.weir.app.Alert;
import org.weir.app.AqmView;
import org.weir.app.ControlledDevice;
import org.weir.app.DecisionView;
import org.weir.app.DeviceView;
import org.weir.app.DropCause;
import org.weir.app.DropCount;
import org.weir.app.DropsView;
import org.weir.app.LoopView;
import org.weir.app.PortView;
import org.weir.app.QueueFigure;
import org.weir.app.QueueForecasts;
import org.weir.app.QueueView;
import org.weir.app.SchedulingView;
import org.weir.control.Marking;
import org.weir.control.QueueSettings;
import org.weir.control.TargetKind;
import org.weir.control.Targets;
import org.weir.control.loop.Forecast;
import org.weir.control.loop.Promise;

/** Views as bytes, for other instances of the cluster, which run the same build. */
final class ViewCodec {

    /** Classes that Kryo writes field by field; a class that is missing here cannot be sent. */
    static final Class<?>[] VIEWS = {
        DeviceState.class,
        NodeState.class,
        ControlledDevice.class,
        PortView.class,
        QueueView.class,
        Targets.class,
        QueueSettings.class,
        Marking.class,
        Marking.Kind.class,
        Promise.class,
        Promise.Status.class,
        Promise.Basis.class,
        QueueForecasts.class,
        Forecast.class,
        SchedulingView.class,
        SchedulingView.Mode.class,
        AqmView.class,
        DeviceView.class,
        DropsView.class,
        DropCount.class,
        DecisionView.class,
        LoopView.class,
        LoopView.Times.class
    };

    private static final Serializer SERIALIZER =
            Serializer.using(
                    KryoNamespace.newBuilder()
                            .register(KryoNamespaces.BASIC)
                            .nextId(KryoNamespaces.BEGIN_USER_CUSTOM_ID)
                            .register(new Lists(), List.of().getClass(), List.of(1).getClass())
                            .register(new EnumMaps(), EnumMap.class)
                            .register(new Doubles(), OptionalDouble.class)
                            .register(new Longs(), OptionalLong.class)
                            .register(new Alerts(), Alert.class)
                            .register(VIEWS)
                            .build("weir-views"));

    private ViewCodec() {}

    static byte[] encode(Object view) {
        return SERIALIZER.encode(view);
    }

    static <T> T decode(byte[] bytes) {
        return SERIALIZER.decode(bytes);
    }

    /** Immutable lists, of which Kryo can make none by itself. */
    private static final class Lists extends com.esotericsoftware.kryo.Serializer<Collection<?>> {
        @Override
        public void write(Kryo kryo, Output out, Collection<?> list) {
            out.writeInt(list.size(), true);
            list.forEach(one -> kryo.writeClassAndObject(out, one));
        }

        @Override
        public Collection<?> read(Kryo kryo, Input in, Class<Collection<?>> type) {
            List<Object> list = new ArrayList<>();
            for (int left = in.readInt(true); left > 0; left--) {
                list.add(kryo.readClassAndObject(in));
            }
            return List.copyOf(list);
        }
    }

    /** Maps by figure, cause of drops, or kind of target. */
    private static final class EnumMaps
            extends com.esotericsoftware.kryo.Serializer<EnumMap<?, ?>> {
        private static final List<Class<? extends Enum<?>>> KEYS =
                List.of(QueueFigure.class, DropCause.class, TargetKind.class);

        @Override
        public void write(Kryo kryo, Output out, EnumMap<?, ?> map) {
            out.writeInt(map.size(), true);
            for (Map.Entry<? extends Enum<?>, ?> entry : map.entrySet()) {
                out.writeInt(KEYS.indexOf(entry.getKey().getDeclaringClass()), true);
                out.writeString(entry.getKey().name());
                kryo.writeClassAndObject(out, entry.getValue());
            }
        }

        @Override
        @SuppressWarnings({"rawtypes", "unchecked"})
        public EnumMap<?, ?> read(Kryo kryo, Input in, Class<EnumMap<?, ?>> type) {
            // An empty map has no key to say of which kind it is; nothing is added to it.
            EnumMap map = new EnumMap(QueueFigure.class);
            int count = in.readInt(true);
            for (int i = 0; i < count; i++) {
                Class key = KEYS.get(in.readInt(true));
                if (i == 0) {
                    map = new EnumMap(key);
                }
                map.put(Enum.valueOf(key, in.readString()), kryo.readClassAndObject(in));
            }
            return map;
        }
    }

    /** Numbers that may be unknown. */
    private static final class Doubles
            extends com.esotericsoftware.kryo.Serializer<OptionalDouble> {
        @Override
        public void write(Kryo kryo, Output out, OptionalDouble value) {
            out.writeBoolean(value.isPresent());
            value.ifPresent(out::writeDouble);
        }

        @Override
        public OptionalDouble read(Kryo kryo, Input in, Class<OptionalDouble> type) {
            return in.readBoolean() ? OptionalDouble.of(in.readDouble()) : OptionalDouble.empty();
        }
    }

    /** Whole numbers that may be unknown. */
    private static final class Longs extends com.esotericsoftware.kryo.Serializer<OptionalLong> {
        @Override
        public void write(Kryo kryo, Output out, OptionalLong value) {
            out.writeBoolean(value.isPresent());
            value.ifPresent(out::writeLong);
        }

        @Override
        public OptionalLong read(Kryo kryo, Input in, Class<OptionalLong> type) {
            return in.readBoolean() ? OptionalLong.of(in.readLong()) : OptionalLong.empty();
        }
    }

    /** Alerts, whose sets are views of others. */
    private static final class Alerts extends com.esotericsoftware.kryo.Serializer<Alert> {
        @Override
        public void write(Kryo kryo, Output out, Alert alert) {
            out.writeString(alert.kind());
            out.writeString(alert.subject());
            out.writeString(alert.text());
            out.writeLong(alert.sinceMs());
            out.writeInt(alert.from().size(), true);
            alert.from().forEach(out::writeString);
        }

        @Override
        public Alert read(Kryo kryo, Input in, Class<Alert> type) {
            String kind = in.readString();
            String subject = in.readString();
            String text = in.readString();
            long sinceMs = in.readLong();
            TreeSet<String> from = new TreeSet<>();
            for (int left = in.readInt(true); left > 0; left--) {
                from.add(in.readString());
            }
            return new Alert(kind, subject, text, sinceMs, from);
        }
    }
}
