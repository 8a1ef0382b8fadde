// SPDX-License-Identifier: Apache-2.0
package org.weir.app.problems;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.Problem;

/** What does not work at the moment. Each problem is logged when it begins and when it ends. */
public final class ProblemBoard {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemBoard.class);

    private final Map<String, Problem> problems = new TreeMap<>();

    /** Lists a problem; one already listed with the same text stays as it is. */
    public synchronized void raise(String kind, String subject, String text) {
        String key = key(kind, subject);
        Problem old = problems.get(key);
        if (old != null && old.text().equals(text)) {
            return;
        }
        long since = old == null ? System.currentTimeMillis() : old.sinceMs();
        Problem problem = new Problem(kind, subject, text, since);
        problems.put(key, problem);
        LOG.warn("{}", problem);
    }

    /** Lists what failed, in the words of the first cause. */
    public void raise(String kind, String subject, Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = cause instanceof TimeoutException ? "no answer in time" : cause.getMessage();
        raise(kind, subject, text == null ? cause.toString() : text);
    }

    /** Takes a problem off the list, if it is on it. */
    public synchronized void clear(String kind, String subject) {
        Problem old = problems.remove(key(kind, subject));
        if (old != null) {
            LOG.info("{} {}: over", kind, subject);
        }
    }

    /** Makes the problems of a kind exactly those given, by subject. */
    public synchronized void replace(String kind, Map<String, String> textBySubject) {
        for (Problem problem : all()) {
            if (problem.kind().equals(kind) && !textBySubject.containsKey(problem.subject())) {
                clear(kind, problem.subject());
            }
        }
        textBySubject.forEach((subject, text) -> raise(kind, subject, text));
    }

    /** Every problem, by kind and then subject. */
    public synchronized List<Problem> all() {
        return new ArrayList<>(problems.values());
    }

    private static String key(String kind, String subject) {
        return kind + ' ' + subject;
    }
}
