"""The shape of a course on checkers: a player one ply deep that checks the course's rules on the way."""

import copy

import abstract
from checkers.consts import MY_COLORS, OPPONENT_COLOR
from utils import INFINITY, MiniMaxWithAlphaBetaPruning, run_with_limited_time


class Player(abstract.AbstractPlayer):
    def __init__(self, setup_time, player_color, time_per_k_turns, k):
        abstract.AbstractPlayer.__init__(self, setup_time, player_color, time_per_k_turns, k)

    def get_move(self, game_state, possible_moves):
        facts = lambda moves: sorted((move.origin_loc, move.target_loc, sorted(move.jumped_locs)) for move in moves)
        assert game_state.curr_player == self.color
        assert facts(game_state.get_possible_moves()) == facts(possible_moves), "the course's rules are others"
        search = MiniMaxWithAlphaBetaPruning(self.utility, self.color, lambda: False, lambda state: False)
        (value, move), _ = run_with_limited_time(
            search.search, (copy.deepcopy(game_state), 1, -INFINITY, INFINITY, True), {}, 1.5)
        return move

    def utility(self, state):
        pieces = list(state.board.values())
        count = lambda color: sum(pieces.count(piece) for piece in MY_COLORS[color])
        return count(self.color) - count(OPPONENT_COLOR[self.color])
