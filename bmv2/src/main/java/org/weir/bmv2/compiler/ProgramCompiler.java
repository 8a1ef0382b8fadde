// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.lang.reflect.InvocationTargetException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.compiler.expression.ExternUse;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.json.ProgramReader;
import org.weir.bmv2.runtime.ExternSite;
import org.weir.bmv2.runtime.ProgramObjects;
import org.weir.bmv2.runtime.packet.CompiledProgram;

/**
 * Turns a program into JVM code: one Java class written for it and compiled in this process.
 * Switches that run the same program share the class, and the program as read, which never changes.
 */
public final class ProgramCompiler {

    /** Port number that means "drop", as BMv2 has it. */
    public static final int DROP_PORT = 511;

    private static final Logger LOG = LoggerFactory.getLogger(ProgramCompiler.class);
    private static final SharedResults<Program> READ = new SharedResults<>();
    private static final SharedResults<Compiled> COMPILED = new SharedResults<>();

    private final Program program;
    private final Compiled compiled;

    private ProgramCompiler(Program program, Compiled compiled) {
        this.program = program;
        this.compiled = compiled;
    }

    /** A program's class, and the externs that it calls. */
    private record Compiled(Class<?> code, List<ExternUse> externUses) {}

    /**
     * Reads a program, or gives back what was read of the same bytes before. May be called from any
     * thread.
     */
    public static Program read(byte[] json) throws ProgramException {
        return read(json, digest(json));
    }

    private static Program read(byte[] json, String digest) throws ProgramException {
        return READ.get(digest, () -> ProgramReader.read(json));
    }

    /**
     * Reads and compiles a program, or gives back what was compiled of the same bytes before. May
     * be called from any thread.
     */
    public static ProgramCompiler compile(byte[] json) throws ProgramException {
        String digest = digest(json);
        Program program = read(json, digest);
        return new ProgramCompiler(
                program, COMPILED.get(digest, () -> compile(program, digest.substring(0, 16))));
    }

    private static Compiled compile(Program program, String name) throws ProgramException {
        long began = System.nanoTime();
        String className = "Program_" + name;
        ProgramSource source = new ProgramSource(program);
        String text = source.write(className, DROP_PORT);
        Compiled compiled =
                new Compiled(
                        InMemoryCompiler.compile(ProgramSource.PACKAGE + "." + className, text),
                        source.externUses());
        LOG.debug("compiled {} in {} ms", className, (System.nanoTime() - began) / 1_000_000);
        return compiled;
    }

    /** Number of programs compiled in this process. */
    static long compilations() {
        return COMPILED.made();
    }

    /** Number of programs read in this process in order to run them. */
    static long readings() {
        return READ.made();
    }

    /** The Java text that a program is compiled from, for people to read. */
    public static String source(byte[] json) throws ProgramException {
        return new ProgramSource(ProgramReader.read(json)).write("Generated", DROP_PORT);
    }

    /** The program as read. */
    public Program program() {
        return program;
    }

    /**
     * Makes the externs of the program that are not v1model's own.
     *
     * @throws ProgramException when no module has one of them, or refuses to make it
     */
    public List<ExternSite> externs(ExternModules modules, LongSupplier clockNs)
            throws ProgramException {
        return ExternUse.bind(program.externs(), compiled.externUses(), modules, clockNs);
    }

    /** A running instance with its own objects. */
    public CompiledProgram instantiate(ProgramObjects objects) throws ProgramException {
        try {
            return (CompiledProgram)
                    compiled.code().getConstructor(ProgramObjects.class).newInstance(objects);
        } catch (InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | NoSuchMethodException e) {
            throw new ProgramException("compiled program cannot be started: " + e, e);
        }
    }

    private static String digest(byte[] json) throws ProgramException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(json));
        } catch (NoSuchAlgorithmException e) {
            throw new ProgramException("this Java has no SHA-256", e);
        }
    }
}
