// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.problem;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** Methods that each resource of the application takes, by the description of REST. */
public final class AllowedMethods {
    private static final String DOCUMENT = "/org/weir/app/rest/openapi.json";
    private static final String API = "/v1";
    private static final String PAGE = "/ui/";
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

    /** Methods of a resource by the pattern of its path; paths without parameters come first. */
    private final Map<Pattern, String> methods = new LinkedHashMap<>();

    /**
     * The methods of a description.
     *
     * @param document description of REST in OpenAPI
     */
    AllowedMethods(JsonNode document) {
        JsonNode paths = document.path("paths");
        Iterable<String> names = paths::fieldNames;
        StreamSupport.stream(names.spliterator(), false)
                .sorted(Comparator.comparing(path -> path.contains("{")))
                .forEach(path -> methods.put(pattern(path), header(paths.path(path))));
    }

    /** The methods of the description that REST serves. */
    public static AllowedMethods ofServedDocument() {
        try (InputStream file = AllowedMethods.class.getResourceAsStream(DOCUMENT)) {
            return new AllowedMethods(new ObjectMapper().readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Pattern pattern(String path) {
        String quoted = path.replace(".", "\\.");
        return Pattern.compile(API + PARAMETER.matcher(quoted).replaceAll("[^/]+"));
    }

    private static String header(JsonNode item) {
        TreeSet<String> names = new TreeSet<>();
        names.add("OPTIONS");
        item.fieldNames().forEachRemaining(name -> names.add(name.toUpperCase(Locale.ROOT)));
        if (names.contains("GET")) {
            names.add("HEAD");
        }
        return String.join(",", names);
    }

    /**
     * The methods of a resource.
     *
     * @param path its path within the application, such as {@code /v1/policy}
     * @return value of the header {@code Allow}; empty if there is no such resource
     */
    public String of(String path) {
        if (path.startsWith(PAGE)) {
            return "GET,HEAD,OPTIONS";
        }
        return methods.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(path).matches())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }
}
