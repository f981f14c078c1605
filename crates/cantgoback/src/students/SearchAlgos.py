"""The frame that the course gave for searches; players bring what is in it."""

from utils import ALPHA_VALUE_INIT, BETA_VALUE_INIT


class SearchAlgos:
    def __init__(self, utility, succ, perform_move, goal=None):
        """What a search is made of: the value of a state, its successors, a move, whether it is a goal."""
        self.utility, self.succ, self.perform_move, self.goal = utility, succ, perform_move, goal

    def search(self, state, depth, maximizing_player):
        raise NotImplementedError("the search is the player's own: hand SearchAlgos.py in with it")


class MiniMax(SearchAlgos):
    pass


class AlphaBeta(SearchAlgos):
    def search(self, state, depth, maximizing_player, alpha=ALPHA_VALUE_INIT, beta=BETA_VALUE_INIT):
        return super().search(state, depth, maximizing_player)
