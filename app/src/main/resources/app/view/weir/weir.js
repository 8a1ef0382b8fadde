// SPDX-License-Identifier: Apache-2.0
// The legacy GUI asks for a module and a controller of these names; the page in the frame does the rest.
angular.module("ovWeir", []).controller("OvWeirCtrl", ["$log", ($log) => $log.log("Weir's dashboard is shown")]);
