// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.extern.Extern;
import org.weir.bmv2.extern.ExternInstance;
import org.weir.bmv2.extern.ExternMethod;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.extern.ExternProvider;
import org.weir.bmv2.runtime.ExternSite;

/**
 * A call of an extern that is not v1model's own.
 *
 * @param path its place in the JSON
 * @param object name of the object; null for a function
 * @param method name of the object's method or of the function
 * @param arguments its arguments
 */
public record ExternUse(String path, String object, String method, List<Argument> arguments) {

    /**
     * Type of an argument: its width in bits, whether it is signed, and whether it is a field that
     * the extern may set.
     */
    public record Argument(int bitWidth, boolean isSigned, boolean isField) {}

    /**
     * Makes the externs of a program.
     *
     * @return the extern of each use, in the order of the uses
     * @throws ProgramException when no module has one of them, or its provider refuses
     */
    public static List<ExternSite> bind(
            List<ExternInstance> instances,
            List<ExternUse> uses,
            ExternModules modules,
            LongSupplier clockNs)
            throws ProgramException {
        Map<String, Extern> objects = new HashMap<>();
        for (ExternInstance instance : instances) {
            objects.put(
                    instance.name(),
                    create(instance, "extern_instances, " + instance.name(), modules));
        }
        Map<String, Extern> functions = new HashMap<>();
        List<ExternSite> sites = new ArrayList<>();
        for (ExternUse use : uses) {
            Extern extern;
            if (use.object != null) {
                extern = objects.get(use.object);
            } else {
                extern = functions.get(use.method);
                if (extern == null) {
                    extern =
                            create(
                                    ExternInstance.ofFunction(use.method),
                                    use.path + ".op",
                                    modules);
                    functions.put(use.method, extern);
                }
            }
            if (extern == null) {
                throw new ProgramException(
                        use.path + ": no extern \"" + use.object + "\" in extern_instances");
            }
            sites.add(use.site(extern, clockNs));
        }
        return sites;
    }

    private static Extern create(ExternInstance instance, String where, ExternModules modules)
            throws ProgramException {
        ExternProvider provider =
                modules.provider(instance.type())
                        .orElseThrow(
                                () ->
                                        new ProgramException(
                                                where
                                                        + ": \""
                                                        + instance.type()
                                                        + "\" is not supported: v1model has none,"
                                                        + " and no module that was loaded"));
        try {
            return provider.create(instance);
        } catch (IllegalArgumentException e) {
            throw new ProgramException(where + ": " + e.getMessage(), e);
        }
    }

    private ExternSite site(Extern extern, LongSupplier clockNs) throws ProgramException {
        ExternMethod found =
                extern.method(method)
                        .orElseThrow(
                                () ->
                                        new ProgramException(
                                                path
                                                        + ".op: "
                                                        + (object == null ? "" : object + " ")
                                                        + "has no method \""
                                                        + method
                                                        + "\""));
        int count = arguments.size();
        int[] bitWidths = new int[count];
        boolean[] signed = new boolean[count];
        boolean[] settable = new boolean[count];
        for (int i = 0; i < count; i++) {
            bitWidths[i] = arguments.get(i).bitWidth();
            signed[i] = arguments.get(i).isSigned();
            settable[i] = arguments.get(i).isField();
        }
        return new ExternSite(path, found, bitWidths, signed, settable, clockNs);
    }
}
