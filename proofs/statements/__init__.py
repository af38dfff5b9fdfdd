"""What a claim says, and how evidence becomes its verdict."""
