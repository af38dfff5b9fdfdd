"""What other programs made, judged exactly: the findings, number by number."""

import os
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import exactdp
from exactdp.mechanisms.exact.level import PrivacyLevel
from exactdp.mechanisms.kernels.files.reading import load
from exactdp.verify import checker
from exactdp.verify.judge.judgement import certify

ROOT = Path(exactdp.__file__).parent
SHIPPED = ROOT / "vectors" / "third_party"
SHARED = Path(os.environ.get("EXACTDP_SHARED_DATA", ROOT.parent / "shared" / "data"))

SCIPY = "scipy_highs_l1_n10_eps1.npy"
FIXED_POINT = "kl_artifact_sandwich_crime51_eps1.npy"
QIF = "qif_geometric_n10_ln2.csv"


@dataclass(frozen=True)
class Finding:
    """What is found of one file under one reading."""

    file: str
    epsilon: str  # what it was made for
    reading: str
    size: int
    rows_off: int
    worst_row: tuple[int, Fraction] | None
    tightest_alpha: Fraction
    witness: tuple[int, tuple[int, int]]  # output, inputs
    excess: str  # the first 20 decimals of the tightest eps
    violations: dict[str, int]


FINDINGS = [
    Finding(
        SCIPY,
        "1",
        "stored",
        11,
        rows_off=11,
        worst_row=(8, 1 - Fraction(4199, 2**63)),
        tightest_alpha=Fraction(6631448418460971, 18026145732265936),
        witness=(5, (2, 3)),
        excess="1.00000000000000022209",
        violations={"F": 10, "S": 112},
    ),
    Finding(
        SCIPY,
        "1",
        "weights",
        11,
        rows_off=0,
        worst_row=None,
        tightest_alpha=Fraction(
            20388105302225935238872058191613053, 55420616159750310769362325867908000
        ),
        witness=(9, (6, 7)),
        excess="1.00000000000000073009",
        violations={"F": 10, "S": 120},
    ),
    Finding(
        FIXED_POINT,
        "1",
        "stored",
        51,
        rows_off=51,
        worst_row=(26, 1 + Fraction(1406941648001, 2**88)),
        tightest_alpha=Fraction(873544767245345, 2374540867148508),
        witness=(18, (3, 4)),
        excess="1.00000000000000021293",
        violations={"RH": 10, "RM": 130, "CH": 325, "CM": 474, "F": 47, "WH": 7, "S": 2600},
    ),
    Finding(
        FIXED_POINT,
        "1",
        "weights",
        51,
        rows_off=0,
        worst_row=None,
        tightest_alpha=Fraction(
            871781324280051987273851370888686576009773,
            2369747332180434832821700885487293959895424,
        ),
        witness=(30, (26, 27)),
        excess="1.00000000000000306772",
        violations={"RH": 10, "RM": 130, "CH": 325, "CM": 474, "F": 47, "WH": 7, "S": 2600},
    ),
    Finding(
        QIF,
        "ln 2",
        "stored",
        11,
        rows_off=11,
        worst_row=(1, 1 - Fraction(263, 5 * 10**18)),
        tightest_alpha=Fraction(52083333333333339, 104166666666666710),
        witness=(10, (3, 4)),
        excess="0.69314718055994561661",
        violations={"CM": 4, "F": 2},
    ),
    Finding(
        QIF,
        "ln 2",
        "weights",
        11,
        rows_off=0,
        worst_row=None,
        tightest_alpha=Fraction(
            108506944444444452625868055555554825, 217013888888888974079861111111107084
        ),
        witness=(7, (0, 1)),
        excess="0.69314718055994562657",
        violations={"CM": 4, "F": 10},
    ),
]


def judged(finding):
    path = SHIPPED / finding.file
    if not path.exists():
        path = SHARED / "third_party" / finding.file
    if not path.exists():
        pytest.skip(f"{finding.file} is not in {SHARED}; EXACTDP_SHARED_DATA names the folder")
    mechanism = load(path, reading=finding.reading)
    level = PrivacyLevel.from_epsilon(finding.epsilon)
    return certify(mechanism, level, reading=finding.reading)


@pytest.fixture(params=FINDINGS, ids=lambda f: f"{f.file.partition('_')[0]}-{f.reading}")
def finding(request):
    return request.param


def test_no_third_party_file_meets_its_claim_in_either_reading(finding):
    judgement = judged(finding)
    assert judgement.verdict == "fails"
    assert not judgement.private


def test_rows_sum_to_1_only_when_read_as_weights(finding):
    judgement = judged(finding)
    rows = judgement.stochastic
    assert judgement.mechanism.size == finding.size
    assert rows.rows == finding.rows_off
    assert rows.holds == (finding.reading == "weights")
    assert finding.worst_row == (None if rows.holds else (rows.row, rows.total))


def test_the_tightest_level_is_beyond_the_claim_by_rounding_alone(finding):
    privacy = judged(finding).privacy
    assert privacy.tightest_alpha == privacy.least_ratio == finding.tightest_alpha
    assert privacy.epsilon(20)["enclosure"][0] == finding.excess
    assert privacy.zero_pairs == 0


def test_the_witness_attains_the_tightest_alpha(finding):
    judgement = judged(finding)
    output, (low, high) = finding.witness
    kernel = judgement.mechanism
    assert kernel[low, output] / kernel[high, output] == finding.tightest_alpha
    assert judgement.privacy.witness.numerator == (low, output)
    assert judgement.privacy.witness.denominator == (high, output)


def test_properties_and_how_often_they_are_violated(finding):
    properties = judged(finding).properties
    found = {letter: p.violations for letter, p in properties.items() if not p.holds}
    assert found == finding.violations


def test_the_checker_accepts_the_certificate(finding):
    certificate = judged(finding).certificate()
    assert certificate["verdict"] == "fails"
    lines = checker.check(certificate)
    assert len(certificate["claims"]) == 3
    assert len(lines) == 1 + 3  # the kernel is named first


def test_the_table_of_the_readme_says_what_is_found(finding):
    table = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith("|")]
    start = next(k for k, line in enumerate(table) if f"`{finding.file}`" in line)
    line = next(x for x in table[start : start + 2] if f"| {finding.reading} |" in x)
    rows = f"{finding.size - finding.rows_off} of {finding.size}"
    assert line.endswith(f"| {finding.reading} | {rows} | {finding.excess}... | 0 | fails |")
