"""The claims of the papers: a package a paper, a module a section. None imports another."""
