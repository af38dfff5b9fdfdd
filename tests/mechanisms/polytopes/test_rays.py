"""Extreme rays against cddlib."""

import cdd
import cdd.gmp
from flint import fmpq, fmpq_mat
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactdp.mechanisms.polytopes.rays import extreme_rays


@settings(max_examples=150, deadline=None)
@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(
            st.lists(st.integers(-3, 3), min_size=width, max_size=width), min_size=2, max_size=8
        )
    )
)
def test_rays_are_those_of_cddlib(rows):
    width = len(rows[0])
    matrix = fmpq_mat(len(rows), width, [fmpq(x) for row in rows for x in row])
    assume(matrix.rank() == width)  # pointed

    def direction(ray):
        size = sum(abs(x) for x in ray)
        return tuple(str(x / size) for x in ray)

    given_ = cdd.gmp.matrix_from_array([[0, *row] for row in rows], rep_type=cdd.RepType.INEQUALITY)
    expected = cdd.gmp.copy_generators(cdd.gmp.polyhedron_from_matrix(given_)).array
    rays = {direction(line[1:]) for line in expected if line[0] == 0}
    found = [direction(ray) for ray in extreme_rays([[fmpq(x) for x in row] for row in rows])]
    assert len(found) == len(set(found))
    assert set(found) == rays
