# SPDX-License-Identifier: Apache-2.0
"""Configuration of Sphinx for the documents as a site. Built by ./weir docs."""

project = "Weir"
html_title = "Weir"
author = "Weir's authors"
extensions = ["myst_parser"]
root_doc = "README"
html_theme = "furo"
# Headings get the anchors that GitHub gives them.
myst_heading_anchors = 6
html_copy_source = False
html_show_copyright = False
# Formats that Sphinx cannot colour, and READMEs that no table of contents has.
suppress_warnings = ["misc.highlighting_failure", "toc.not_included"]
