"""Speed of OpenSpiel's alpha-beta and Monte Carlo tree search, to be held against plywise's.

    python3 -m venv VENV && VENV/bin/pip install open_spiel && VENV/bin/python crates/plywise/benches/beside_open_spiel.py

and beside it, on the same machine:

    plywise analyze othello --agent alphabeta:depth=9      plywise analyze checkers --agent alphabeta:depth=9
    plywise analyze othello --agent mcts:iterations=20000  plywise analyze checkers --agent mcts:iterations=20000

Alpha-beta is the one that the package offers, in Python over rules in C++; its static value is the constant 0, which costs
it nothing, while plywise's costs what it costs. Monte Carlo search is OpenSpiel's in C++, one random game per simulation,
as in plywise. Times are processor time, the best of three.
"""

import time

import pyspiel
from open_spiel.python.algorithms import minimax


def best_time(run):
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        run()
        best = min(best, time.process_time() - begun)
    return best


def alpha_beta(name, depth):
    game = pyspiel.load_game(name)

    def run():
        minimax.alpha_beta_search(game, value_function=lambda _: 0.0, maximum_depth=depth, maximizing_player_id=0)

    plain, nodes = minimax._alpha_beta, 0

    def counted(*args, **named):
        nonlocal nodes
        nodes += 1
        return plain(*args, **named)

    minimax._alpha_beta = counted
    run()
    minimax._alpha_beta = plain
    seconds = best_time(run)
    print(f"{name}: alpha-beta, depth {depth}: {nodes} nodes in {seconds:.2f} s, {nodes / seconds:,.0f} nodes/s")


def monte_carlo(name, simulations):
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(game, evaluator, 0.7, simulations, 1000, False, 1, False, policy)
    seconds = best_time(lambda: bot.step(game.new_initial_state()))
    print(f"{name}: MCTS: {simulations} simulations in {seconds:.2f} s, {simulations / seconds:,.0f} simulations/s")


for name in "othello", "checkers":
    alpha_beta(name, 10)
    monte_carlo(name, 2000)
