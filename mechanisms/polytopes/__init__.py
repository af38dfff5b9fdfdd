"""The polytopes of count mechanisms: constraints, extreme points, decompositions."""

from .adjacency import edges
from .decomposition import into_scales, into_vertices, representation
from .enumeration import choose_engine, orbits, points, tally, vertices
from .estimate import estimate
from .images import image, images
from .listing import write_listing
from .polytope import Constraint, Polytope, polytope

__all__ = [
    "Constraint",
    "Polytope",
    "choose_engine",
    "edges",
    "estimate",
    "image",
    "images",
    "into_scales",
    "into_vertices",
    "orbits",
    "points",
    "polytope",
    "representation",
    "tally",
    "vertices",
    "write_listing",
]
