// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.onlab.util.KryoNamespace;
import org.onosproject.store.service.Serializer;

/**
 * A serializer that compresses (RFC 1950). Many rules of a switch differ in a few bytes only;
 * together they take about a tenth of their length.
 */
final class DeflatingSerializer implements Serializer {
    private final Serializer plain;

    /**
     * A serializer.
     *
     * @param types the types of what is serialised
     */
    DeflatingSerializer(KryoNamespace types) {
        plain = Serializer.using(types);
    }

    @Override
    public <T> byte[] encode(T object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Deflater fast = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream deflated = new DeflaterOutputStream(bytes, fast)) {
            deflated.write(plain.encode(object));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            fast.end();
        }
        return bytes.toByteArray();
    }

    @Override
    public <T> T decode(byte[] bytes) {
        try (InflaterInputStream inflated =
                new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            return plain.decode(inflated.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public <T> T copy(T object) {
        return plain.copy(object);
    }
}
