"""OpenSpiel's own search plays a game of ours: its information-set Monte-Carlo tree search against random moves.

    python examples/open_spiel_ismcts.py                        # one game of Pier 18, move by move
    python examples/open_spiel_ismcts.py copenhagen --simulations 30 --games 4

Only one import comes from this package: it registers the games. In the arena the same search plays against our bots:
`townwright arena pier-18 --bots townwright.envs.open_spiel:IsMcts,greedy --games 20`.
Needs: pip install 'townwright[research]'
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import townwright.envs.open_spiel  # noqa: F401  (registers the games)


def play(name: str, simulations: int, seed: int, show: bool = True) -> list[float]:
    """One game with the search in the first seat; returns the rewards of both."""
    game = pyspiel.load_game(f"townwright_{name.replace('-', '_')}", {"players": 2, "rng_seed": seed})
    rng = np.random.RandomState(seed)
    search = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        uct_c=1.0,
        max_simulations=simulations,
        random_state=rng,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )
    # each simulation deals what the player cannot know at random; this line makes these deals follow the seed
    search.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    bots = [search, uniform_random.UniformRandomBot(1, rng)]
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])  # the deal
    while not state.is_terminal():
        player = state.current_player()
        action = bots[player].step(state)
        if show:
            print(f"{'search' if player == 0 else 'random'}: {state.action_to_string(player, action)}", flush=True)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's IS-MCTS against random moves.")
    parser.add_argument("game", nargs="?", default="pier-18", help="a game of this package (pier-18)")
    parser.add_argument("--simulations", type=int, default=40, help="for each move (40)")
    parser.add_argument("--games", type=int, default=1, help="how many (1); moves are shown only of a single game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    results = [play(given.game, given.simulations, given.seed + n, given.games == 1) for n in range(given.games)]
    won = sum(first > second for first, second in results)
    level = sum(first == second for first, second in results)
    print(f"the search won {won} of {given.games}" + (f", {level} shared" if level else ""))


if __name__ == "__main__":
    main()
