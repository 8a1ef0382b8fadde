// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/** Bytes that are read as a URL, which is how a pipeconf takes its extensions. */
public final class MemoryUrl extends URLStreamHandler {

    private final byte[] bytes;

    private MemoryUrl(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A URL of bytes.
     *
     * @param name the file name that it shows
     * @param bytes content of the URL
     * @return the URL
     * @throws IOException if the name is not one of a URL
     */
    public static URL of(String name, byte[] bytes) throws IOException {
        return new URL("memory", "", -1, name, new MemoryUrl(bytes.clone()));
    }

    @Override
    protected URLConnection openConnection(URL url) {
        return new URLConnection(url) {
            @Override
            public void connect() {
                connected = true;
            }

            @Override
            public InputStream getInputStream() {
                return new ByteArrayInputStream(bytes);
            }
        };
    }
}
