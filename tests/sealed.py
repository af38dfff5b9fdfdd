"""Certificates in tests: changed and sealed anew, and rechecked as a stranger gets them."""

import copy
import json

import pytest

from exactdp.verify.forms import checker
from exactdp.verify.judge.certificate import digest


def checked(document):
    """Return what the checker, extended by the forms, prints of a certificate."""
    return checker.check(json.loads(json.dumps(document)))


def seal(document, **changes):
    """Return a certificate with changes, and its verdict and digest made anew."""
    document = copy.deepcopy(document) | changes
    holds = all(claim.get("holds") for claim in document["claims"])
    document["verdict"] = "holds" if holds else "fails"
    return document | {"digest": digest(document)}


def rejected(document, reason, **changes):
    """Change a certificate, seal it again, and expect the reason."""
    with pytest.raises(checker.Outcome, match=reason):
        checked(seal(document, **changes))


def with_claim(document, kind, **changes):
    """Return the claims, those of a kind (or about a demand) changed; None takes a key away."""
    claims = copy.deepcopy(document["claims"])
    found = [c for c in claims if kind in (c["claim"], c.get("demand", {}).get("demand"))]
    assert found, kind
    for claim in found:
        claim |= changes
        for key in [key for key, value in changes.items() if value is None]:
            del claim[key]
    return claims
