"""`ats-freqtrade trade …`: freqtrade's own program."""

from freqtrade.main import main

import ats_freqtrade  # noqa: F401

if __name__ == "__main__":
    main()
