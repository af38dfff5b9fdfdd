"""The named mechanisms, each one function in closed form.

Every family works for every n >= 1 and every admissible alpha, and returns a
`Mechanism` whose rows are inputs. By name, and all called alike,
they are in :data:`exactdp.mechanisms.design.registry.FAMILIES`.
"""
