"""Rechecks a proof of :mod:`.exponents` with the stand-alone checker, which says how.

A proof is the claim ``exponents`` of a certificate without its frame, a dictionary with

* ``given``: affine forms assumed to be >= 0; ``goal``: the form claimed to be >= 0;
* ``lets``: names for values of min, max, abs, ceil_half and if, each defined from variables
  and earlier names;
* ``tree``: ``{"farkas": {index: multiplier}}`` closes a case: that combination of the
  case's forms is a negative constant, so they are not all >= 0. ``{"let": k, "children"}``
  takes the pieces of definition k, which cover all integers. ``{"split": f, "children"}``
  takes f >= 0 and f <= -1, which cover all integers too. ``{"cut": {index: multiplier},
  "divide": g, "children"}`` adds a combination whose variable coefficients g divides, divided
  by g, with its constant rounded down.

Forms map names to integers, with the constant under the empty name.

>>> proof = {"given": [{"x": 1, "": -2}], "goal": {"x": 1, "": -1}, "lets": [],
...          "tree": {"farkas": {"0": 1, "1": 1}}}
>>> recheck(proof)                                  # x >= 2 implies x >= 1
True
>>> proof["tree"]["farkas"]["1"] = 2
>>> recheck(proof)
False
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...verify.checker import Rejected, check
from ...verify.judge.certificate import certificate
from .evidence import CheckerClaim


def exponents_claim(shows: str, proof: Mapping[str, Any]) -> CheckerClaim:
    """Return a proof as the claim of a certificate."""
    return {"claim": "exponents", "shows": shows, **proof, "holds": True}


def recheck(proof: Mapping[str, Any]) -> bool:
    """Return whether `proof` proves its goal from what is given, for all integers."""
    try:
        check(certificate(None, [exponents_claim("", proof)]))
    except Rejected:
        return False
    return True
