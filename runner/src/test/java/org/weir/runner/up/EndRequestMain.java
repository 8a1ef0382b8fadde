// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

/** A command that does nothing until it is asked to end; its exit code is its argument. */
final class EndRequestMain {
    private EndRequestMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        EndRequest end = new EndRequest();
        end.listen();
        System.out.println("ready");
        end.await(60_000);
        System.out.println(end.isSignalled() ? "signalled" : "requested");
        end.exit(Integer.parseInt(arguments[0]));
    }
}
