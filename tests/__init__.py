"""The tests, in the rooms of `src/okawari`, from `rules` and `game` to `server` and `cli`.

`browser` tests the page, `project` what is shipped and how the tests themselves run, and `chaos` plays while servers
and databases fail. `referee` is an independent implementation of the rules, `golden` and `databases` hold games and
databases that must stay readable, `support` what several tests share, and `tools` programs that `make` runs.
"""
