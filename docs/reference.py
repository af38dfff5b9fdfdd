"""Write docs/reference.md from the docstrings: ``python docs/reference.py``."""

import inspect
import re
from pathlib import Path

import exactdp

HEAD = """# Reference

What `import exactdp` offers. Each name loads on first use, is typed, and has a docstring with
examples that run: `help(exactdp.keep)`. What is in brackets may be left out. An *exact number* is
an `int`, a `Fraction`, or a text such as `"3/4"`, `"0.75"` or `"7.5e-1"`, never a float; where a
level is asked for, such a number is alpha = e^-eps. This page is written by `docs/reference.py`.
"""
GROUPS = {
    "Mechanisms, and what they are made of": "Mechanism PrivacyLevel Law load save",
    "Families": "geometric explicit_fair uniform weakly_honest_monotone weakly_honest_only "
    "randomized_response exponential rejection_geometric staircase rounded_laplace",
    "What holds": "certify check derivable extreme law audit",
    "The best mechanism": "Design Objective optimal choose repair keep",
    "Polytopes": "polytope scales vertices",
    "Releases and draws": "Table Budget release sampler SystemSource SeededSource",
    "What always holds": "lemma prove",
    "Errors": "ExactDPError InputError LimitError",
}


def summary(thing: object) -> str:
    """Return the first paragraph of a docstring, on one line, its cross-references as code."""
    text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
    return re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text)


def called(name: str, thing: object) -> str:
    """Return how something is called, with what may be left out in brackets."""
    if isinstance(thing, type) and issubclass(thing, Exception):
        return name
    given = [p for p in inspect.signature(thing).parameters.values() if p.name not in ("self",)]
    needed = [p.name for p in given if p.default is p.empty and p.kind != p.VAR_KEYWORD]
    rest = [p.name for p in given if p.default is not p.empty]
    tail = f"[{', ' if needed else ''}{', '.join(rest)}]" if rest else ""
    return f"{name}({', '.join(needed)}{tail})"


def entry(name: str) -> list[str]:
    """Return the lines about one name; of a class also its public methods and properties."""
    thing = getattr(exactdp, name)
    lines = [f"- **`{called(name, thing)}`** {summary(thing)}"]
    if isinstance(thing, type) and not issubclass(thing, Exception):
        for member, value in sorted(vars(thing).items()):
            found = value.__func__ if isinstance(value, classmethod) else value
            if member.startswith("_") or not inspect.getdoc(found):
                continue
            if isinstance(found, property):
                lines.append(f"  - `.{member}` {summary(found)}")
            elif inspect.isfunction(found):
                call = called(f".{member}", getattr(thing, member))
                lines.append(f"  - `{call}` {summary(found)}")
    return lines


def page() -> str:
    """Return the page."""
    listed = [name for names in GROUPS.values() for name in names.split()]
    assert sorted(listed) == sorted(exactdp.__all__), {*listed} ^ {*exactdp.__all__}
    parts = [HEAD]
    for title, names in GROUPS.items():
        lines = [line for name in names.split() for line in entry(name)]
        parts.append(f"## {title}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("reference.md").write_text(page())
