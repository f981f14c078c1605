"""Learns Connect Four from its own games, in a minute: a network of scikit-learn that says how a position will end, for whoever moves
into the best of them. pip install '.[arrays]' scikit-learn; python docs/examples/learn_connect_four.py"""

import numpy
from sklearn.neural_network import MLPRegressor

import plywise
from plywise.envs import Batch

GAMES, ROUNDS, EPSILON = 4000, 2, 0.5
rng = numpy.random.default_rng(1)
game = plywise.Game("connect-four")


def features(boards):
    """What a network sees: both seats' stones."""
    return boards[:, :2].reshape(len(boards), -1)


class Learned:
    """Plays the move into the position that the network likes best for its seat."""

    network = None

    def choose(self, position, clock=None):
        moves = position.legal_moves()
        after = numpy.stack([position.play(move).to_numpy() for move in moves])
        values = Learned.network.predict(features(after))
        return moves[int(values.argmax() if position.turn == 0 else values.argmin())]


def values_of_columns(batch):
    """What the network makes of a stone in each column, for whoever is to move."""
    stones, columns = batch.observations[:, :2], batch.masks.shape[1]
    values = numpy.full(batch.masks.shape, -numpy.inf)
    for column in range(columns):
        games = numpy.flatnonzero(batch.masks[:, column])
        after = stones[games].copy()
        height = 5 - after[:, :, :, column].sum(axis=(1, 2)).astype(int)
        after[numpy.arange(len(games)), batch.turns[games], height, column] = 1
        sign = 1 - 2 * batch.turns[games]
        if len(games):
            values[games, column] = sign * Learned.network.predict(features(after))
    return values


for round in range(ROUNDS):
    batch, boards, results = Batch(game, GAMES, seed=round), [], numpy.zeros(GAMES)
    running = numpy.ones(GAMES, dtype=bool)
    while running.any():
        values = rng.random(batch.masks.shape)
        if Learned.network is not None:
            values = numpy.where(rng.random((GAMES, 1)) < EPSILON, values, values_of_columns(batch))
        batch.step(numpy.where(batch.masks, values, -numpy.inf).argmax(axis=1))
        boards.append((numpy.flatnonzero(running), features(batch.observations[running])))
        results[running & batch.over] = batch.rewards[running & batch.over, 0]
        running &= ~batch.over
    seen = numpy.concatenate([board for _, board in boards])
    ends = numpy.concatenate([results[games] for games, _ in boards])
    Learned.network = Learned.network or MLPRegressor(hidden_layer_sizes=(128, 64), alpha=0.01, random_state=1)
    mirrored = seen.reshape(-1, 2, 6, 7)[..., ::-1].reshape(len(seen), -1)
    for _ in range(6):
        Learned.network.partial_fit(numpy.concatenate([seen, mirrored]), numpy.concatenate([ends, ends]))
    print(f"round {round + 1}: {len(seen)} positions")

print(plywise.match(game, Learned, "random", games=200))
