"""Research environments: the games for PettingZoo, Gymnasium and OpenSpiel, all on one compiled core.

`townwright.envs.pettingzoo`, `townwright.envs.gymnasium` and `townwright.envs.open_spiel` need the extra `research`;
`townwright.envs.tables` needs nothing but NumPy.
"""
