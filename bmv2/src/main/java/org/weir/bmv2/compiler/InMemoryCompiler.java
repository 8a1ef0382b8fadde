// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.runtime.packet.CompiledProgram;

/** Compiles Java text to classes within this process; nothing touches the disk. */
final class InMemoryCompiler {

    private InMemoryCompiler() {}

    /** Compiles one class with its nested ones, and loads it. */
    static Class<?> compile(String className, String source) throws ProgramException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new ProgramException(
                    "programs are compiled with javac, which this Java does not have: a JDK is needed, not a JRE");
        }
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new HashMap<>();
        try (StandardJavaFileManager standard =
                        compiler.getStandardFileManager(diagnostics, Locale.ROOT, null);
                JavaFileManager memory = new Memory(standard, classes)) {
            List<String> options =
                    List.of(
                            "-classpath",
                            classPath(),
                            "-proc:none",
                            "-nowarn",
                            "-g:lines,source",
                            "--release",
                            "17");
            boolean done =
                    compiler.getTask(
                                    null,
                                    memory,
                                    diagnostics,
                                    options,
                                    null,
                                    List.of(new Text(className, source)))
                            .call();
            if (!done) {
                StringBuilder message = new StringBuilder("generated code does not compile:");
                for (Diagnostic<? extends JavaFileObject> diagnostic :
                        diagnostics.getDiagnostics()) {
                    if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                        message.append(System.lineSeparator())
                                .append("line ")
                                .append(diagnostic.getLineNumber())
                                .append(": ")
                                .append(diagnostic.getMessage(Locale.ROOT));
                    }
                }
                throw new ProgramException(message.toString());
            }
            return new Loader(classes).loadClass(className);
        } catch (IOException | ClassNotFoundException e) {
            throw new ProgramException("program cannot be compiled: " + e.getMessage(), e);
        }
    }

    /** Class path of this module's own classes, all that generated code needs. */
    private static String classPath() throws ProgramException {
        Set<String> paths = new LinkedHashSet<>();
        CodeSource source = CompiledProgram.class.getProtectionDomain().getCodeSource();
        if (source != null) {
            try {
                paths.add(new File(source.getLocation().toURI()).getPath());
            } catch (URISyntaxException | IllegalArgumentException e) {
                throw new ProgramException(
                        "classes are at " + source.getLocation() + ", which javac cannot read", e);
            }
        }
        paths.add(System.getProperty("java.class.path", ""));
        return String.join(File.pathSeparator, paths);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String source;

        Text(String className, String source) {
            super(URI.create("memory:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        Memory(JavaFileManager parent, Map<String, ByteArrayOutputStream> classes) {
            super(parent);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            classes.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + className + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes) {
            super(CompiledProgram.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes.toByteArray(), 0, bytes.size());
        }
    }
}
