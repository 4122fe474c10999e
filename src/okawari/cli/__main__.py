"""Run the command as `python -m okawari.cli`."""

from okawari.cli.app import main

main()
