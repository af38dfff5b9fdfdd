"""The gallery: every figure with what it shows and how it compares with the print.

``python -m exactdp.proofs.figures.gallery DOCS --data FOLDER`` makes all figures, writes them
into ``DOCS/figures`` and, from their manifests there, the page ``DOCS/gallery.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...mechanisms.exact.errors import ExactDPError, LimitError
from ...mechanisms.exact.executors import Lost, outcomes
from ...mechanisms.kernels.files.aside import write_aside
from .catalogue import figures
from .figure import Settings
from .output import Task, produced

HEAD = """# Gallery

Figures of the papers, and some of our own, recomputed exactly. Under each: what is seen, what was
printed beside what comes out, and the command that makes it. Numbers are rationals, in a CSV; where
the outcome is "differ" ours contradicts the print, and "cannot be read" says that the texts we
have do not show what was drawn. What a figure was made of stands in its manifest.

Written by `python -m exactdp.proofs.figures.gallery docs --data FOLDER`.
"""


def page(manifests: Sequence[dict[str, Any]]) -> str:
    """Return the page about figures, from their manifests, paper by paper."""
    outcome = Counter(c["outcome"] for manifest in manifests for c in manifest["comparisons"])
    counts = ", ".join(f"{outcome[x]} {x}" for x in ("agree", "differ", "cannot be read"))
    lines = [HEAD, f"{len(manifests)} figures, {outcome.total()} comparisons: {counts}."]
    paper = None
    for manifest in manifests:
        if manifest["paper"] != paper:
            paper = manifest["paper"]
            lines += ["", f"## {paper}"]
        lines += entry(manifest)
    return "\n".join(lines) + "\n"


def entry(manifest: dict[str, Any]) -> list[str]:
    """Return the lines about one figure."""
    name = manifest["name"]
    shown, *values = manifest["files"]
    options = " --data FOLDER" if "data" in manifest else ""
    if "runs" in manifest:
        options += f" --runs {manifest['runs']} --seed {manifest['seed']}"
    made = " and ".join(manifest["data"]) if "data" in manifest else ""
    links = ", ".join(f"[{file}](figures/{file})" for file in [*values, f"{name}.json"])
    return [
        "",
        f"### {name}",
        "",
        f"**{manifest['item']}: {manifest['title']}.**",
        "",
        f"![{manifest['title']}](figures/{shown})",
        "",
        manifest["caption"],
        "",
        *map(comparison, manifest["comparisons"]),
        "",
        f"`exactdp figure {name}{options}`{f', of {made}' if made else ''}. Values: {links}.",
    ]


def comparison(found: dict[str, Any]) -> str:
    """Return the line about one comparison, its claims linked to the paper map."""
    claims = ", ".join(f"[{name}](paper-map.md#{name.lower()})" for name in found["claims"])
    where = f" ({claims})" if claims else ""
    # Stars would be emphasis, as in y*.
    printed, ours = (found[key].replace("*", "\\*") for key in ("printed", "ours"))
    return f"- **{found['outcome']}.** Printed: {printed}. Ours: {ours}.{where}"


def manifests(folder: Path) -> list[dict[str, Any]]:
    """Return the manifests of all figures, in their order, as a folder has them."""
    return [json.loads((folder / f"{name}.json").read_text("utf-8")) for name in figures()]


def main(arguments: Sequence[str]) -> int:
    """Make all figures, and the page."""
    parser = argparse.ArgumentParser(prog="gallery", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("docs", type=Path)
    parser.add_argument("--data", type=Path, metavar="FOLDER")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--executor", default="serial")
    given = parser.parse_args(arguments)
    folder = given.docs / "figures"
    settings = Settings(given.data, given.runs)
    try:
        settings.require(figures().values())
        folder.mkdir(exist_ok=True)
        tasks = [Task(name, settings, "svg") for name in figures()]
        for task, made in zip(tasks, outcomes(produced, tasks, given.executor), strict=True):
            if isinstance(made, Lost):
                raise LimitError(f"{task.name}: {made.reason}")
            for file, content in made.files.items():
                write_aside(folder / file, content, force=True)
        write_aside(given.docs / "gallery.md", page(manifests(folder)), force=True)
    except ExactDPError as error:
        print(f"exactdp: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
