// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.platform;

import org.onosproject.store.service.Serializer;

/** Encoding of a key, value or element as bytes. */
interface Codec<T> {
    byte[] encode(T object);

    T decode(byte[] bytes);

    /** Codec by one of ONOS's serializers. */
    static <T> Codec<T> of(Serializer serializer) {
        return new Codec<>() {
            @Override
            public byte[] encode(T object) {
                return serializer.encode(object);
            }

            @Override
            public T decode(byte[] bytes) {
                return serializer.decode(bytes);
            }
        };
    }

    /** Codec of an object that is always the same. */
    static <T> Codec<T> constant(T object) {
        return new Codec<>() {
            @Override
            public byte[] encode(T always) {
                return new byte[0];
            }

            @Override
            public T decode(byte[] bytes) {
                return object;
            }
        };
    }
}
