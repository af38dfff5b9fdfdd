"""Facts about mechanisms that claims of several papers, or findings, need."""
