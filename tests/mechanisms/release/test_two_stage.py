"""The two stages use their grants and nothing but them, and compose to the whole budget."""

import subprocess
import sys
from collections import Counter
from fractions import Fraction

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.keeping.methods import METHODS
from exactdp.mechanisms.release.budget import Budget
from exactdp.mechanisms.release.distributions.privatize import NOISES, privatize
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import privatize_distribution, release
from exactdp.mechanisms.release.writing import released_pieces
from exactdp.mechanisms.sampling.kernel import KernelSampler
from exactdp.mechanisms.sampling.source import SeededSource, SystemSource
from exactdp.verify.judge.privacy import privacy


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("n\n" + "".join(f"{k * k % 7}\n" for k in range(200)))
    return Table(path, "n", 4)


@pytest.mark.parametrize("epsilon", ["1", "ln(3)", "1/100", "20"])
@pytest.mark.parametrize("method", METHODS)
def test_the_mechanism_is_as_private_as_the_second_grant(table, method, epsilon):
    budget = Budget(epsilon)
    made = release(table, budget, SeededSource(3), method=method)
    assert budget.counts.covers(made.level)
    assert budget.distribution.covers(made.stage.level)
    assert privacy(made.constructed.mechanism).holds(made.level)
    assert made.constructed.target == made.stage.distribution


@pytest.mark.parametrize("method", ["optimal", "heuristic", "lp"])
def test_the_mechanism_keeps_the_private_distribution(table, method):
    made = release(table, Budget("2"), SeededSource(4), method=method)
    z, rows = made.stage.distribution, made.constructed.mechanism.rows()
    assert [sum(w * row[j] for w, row in zip(z, rows, strict=True)) for j in range(5)] == list(z)


@pytest.mark.parametrize("noise", NOISES)
def test_the_first_stage_is_the_privatizer_at_the_first_grant(table, noise):
    grant = Budget("1/2", "1/5").distribution
    found = privatize_distribution(table, grant, noise, SeededSource(5))
    level = PrivacyLevel.from_epsilon("1/10")
    assert found.level == level
    assert found.distribution == privatize(table.histogram(), level, noise, SeededSource(5))
    assert found.delta == (Fraction(1, 201) if noise == "gaussian" else 0)


def test_the_second_stage_draws_each_count_from_the_mechanism(table):
    made = release(table, Budget("1"), SeededSource(6))
    ((_, drawn),) = made.batches()
    again = SeededSource(6)
    privatize_distribution(table, Budget("1").distribution, "acyclic", again)
    ((_, counts),) = table.batches()
    wished = KernelSampler(made.constructed.mechanism).draw_many(counts, again)
    assert drawn.tolist() == wished.tolist()


def test_top_coded_counts_are_treated_as_the_cap(tmp_path):
    text = ["n"] + ["3"] * 50 + ["7"] * 50
    released = []
    for name, above in (("a.csv", "4"), ("b.csv", "48611")):
        (tmp_path / name).write_text("\n".join(text).replace("7", above) + "\n")
        made = release(Table(tmp_path / name, "n", 4), Budget("1"), SeededSource(7))
        pieces = released_pieces(tmp_path / "o.csv", made.table, made.batches(), None)
        released.append((made.stage.distribution, b"".join(pieces)))
    assert released[0] == released[1]


def test_at_a_large_budget_the_table_is_hardly_changed(table):
    made = release(table, Budget("60"), SystemSource())
    ((_, drawn),) = made.batches()
    ((_, counts),) = table.batches()
    assert Counter(drawn.tolist()) == Counter(counts.tolist())
    assert drawn.tolist() == counts.tolist()  # but for a chance below 200 e^-40


@pytest.mark.parametrize(
    ("options", "words"),
    [({"method": "magic"}, "got the method 'magic'"), ({"noise": "x"}, "got the noise 'x'")],
)
def test_unknown_names_are_refused(table, options, words):
    with pytest.raises(InputError, match=words):
        release(table, Budget("1"), SystemSource(), **options)


def test_a_table_without_rows_has_no_distribution(tmp_path):
    (tmp_path / "t.csv").write_text("n\n")
    with pytest.raises(InputError, match="has a heading and no rows"):
        release(Table(tmp_path / "t.csv", "n", 4), Budget("1"), SystemSource())


@pytest.mark.slow
def test_a_table_much_larger_than_what_is_in_memory(tmp_path):
    path = tmp_path / "t.csv"
    line = "x" * 90 + ",3\n"
    with open(path, "w") as file:  # 96 MB
        file.write("a,n\n")
        for _ in range(32):
            file.write(line * 2**15)
    program = """
import sys
from pathlib import Path
import pyarrow as pa
from exactdp.mechanisms.release.budget import Budget
from exactdp.mechanisms.release.table import Table
from exactdp.mechanisms.release.two_stage import release
from exactdp.mechanisms.release.writing import released_pieces
from exactdp.mechanisms.sampling.source import SystemSource
made = release(Table(Path(sys.argv[1]), "n", 4), Budget("1"), SystemSource())
out = Path("o.csv")
print(sum(map(len, released_pieces(out, made.table, made.batches(), None))))
print(pa.default_memory_pool().max_memory())
"""
    done = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    written, peak = map(int, done.stdout.split())
    assert written == path.stat().st_size
    assert peak < written // 2
