"""The polytopes of count mechanisms: constraints, extreme points, decompositions."""
