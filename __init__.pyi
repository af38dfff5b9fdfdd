from .mechanisms.design.choice import choose
from .mechanisms.design.design import Design
from .mechanisms.design.optimal import optimal
from .mechanisms.design.repair import repair
from .mechanisms.design.weakly_honest import weakly_honest_monotone, weakly_honest_only
from .mechanisms.exact.errors import ExactDPError, InputError, LimitError
from .mechanisms.exact.law import Law
from .mechanisms.exact.level import PrivacyLevel
from .mechanisms.families.explicit_fair import explicit_fair
from .mechanisms.families.exponential import exponential
from .mechanisms.families.geometric import geometric
from .mechanisms.families.randomized_response import randomized_response
from .mechanisms.families.rejection import rejection_geometric
from .mechanisms.families.rounded_laplace import rounded_laplace
from .mechanisms.families.staircase import staircase
from .mechanisms.families.uniform import uniform
from .mechanisms.keeping.methods import keep
from .mechanisms.kernels.files.reading import load
from .mechanisms.kernels.files.writing import save
from .mechanisms.kernels.mechanism import Mechanism
from .mechanisms.kernels.objectives import Objective
from .mechanisms.polytopes.enumeration import vertices
from .mechanisms.polytopes.polytope import polytope
from .mechanisms.polytopes.scales import scales
from .mechanisms.release.budget import Budget
from .mechanisms.release.table import Table
from .mechanisms.release.two_stage import release
from .mechanisms.sampling.kernel import sampler
from .mechanisms.sampling.source import SeededSource, SystemSource
from .proofs.catalogue.runs import prove
from .proofs.deciding.decision import lemma
from .verify.judge.blackwell import derivable
from .verify.judge.extreme import extreme
from .verify.judge.judgement import certify
from .verify.judge.rechecking import check
from .verify.laws.audit import audit
from .verify.laws.exact import law

__version__: str
__all__ = [
    "Budget",
    "Design",
    "ExactDPError",
    "InputError",
    "Law",
    "LimitError",
    "Mechanism",
    "Objective",
    "PrivacyLevel",
    "SeededSource",
    "SystemSource",
    "Table",
    "audit",
    "certify",
    "check",
    "choose",
    "derivable",
    "explicit_fair",
    "exponential",
    "extreme",
    "geometric",
    "keep",
    "law",
    "lemma",
    "load",
    "optimal",
    "polytope",
    "prove",
    "randomized_response",
    "rejection_geometric",
    "release",
    "repair",
    "rounded_laplace",
    "sampler",
    "save",
    "scales",
    "staircase",
    "uniform",
    "vertices",
    "weakly_honest_monotone",
    "weakly_honest_only",
]
