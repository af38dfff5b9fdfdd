"""``python -m exactdp`` is the ``exactdp`` command."""

from exactdp.cli import main

if __name__ == "__main__":
    main()
