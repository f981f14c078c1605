"""The course's simple player, from which others inherit: iterative deepening in an even share of the time, a man worth 1, a
king 1.5."""

import time

import abstract
from checkers.consts import KING_COLOR, MAX_TURNS_NO_JUMP, OPPONENT_COLOR, PAWN_COLOR
from utils import INFINITY, ExceededTimeError, MiniMaxWithAlphaBetaPruning, run_with_limited_time

PAWN_WEIGHT, KING_WEIGHT = 1, 1.5
# Seconds of each move that are not for the search.
SPARE = 0.05


class Player(abstract.AbstractPlayer):
    def __init__(self, setup_time, player_color, time_per_k_turns, k):
        super().__init__(setup_time, player_color, time_per_k_turns, k)
        self.clock = time.process_time()
        self.turns_remaining_in_round, self.time_remaining_in_round = k, time_per_k_turns
        self.time_for_current_move = time_per_k_turns / k - SPARE

    def get_move(self, game_state, possible_moves):
        self.clock = time.process_time()
        self.time_for_current_move = self.time_remaining_in_round / self.turns_remaining_in_round - SPARE
        best = possible_moves[0]
        if len(possible_moves) > 1:
            best = self.deepen(game_state, best)
            self.book()
        return best

    def deepen(self, game_state, best):
        search = MiniMaxWithAlphaBetaPruning(
            self.utility, self.color, self.no_more_time, self.selective_deepening_criterion)
        depth = 1
        while True:
            left = self.time_for_current_move - (time.process_time() - self.clock)
            try:
                (value, move), _ = run_with_limited_time(
                    search.search, (game_state, depth, -INFINITY, INFINITY, True), {}, left)
            except (ExceededTimeError, MemoryError):
                return best
            if self.no_more_time():
                return best
            best = move
            if abs(value) == INFINITY:
                return best
            depth += 1

    def book(self):
        """After the k-th turn of a round the time is full again."""
        if self.turns_remaining_in_round == 1:
            self.turns_remaining_in_round, self.time_remaining_in_round = self.k, self.time_per_k_turns
        else:
            self.turns_remaining_in_round -= 1
            self.time_remaining_in_round -= time.process_time() - self.clock

    def utility(self, state):
        """What a state is worth to this player."""
        if not state.get_possible_moves():
            return -INFINITY if state.curr_player == self.color else INFINITY
        if state.turns_since_last_jump >= MAX_TURNS_NO_JUMP:
            return 0
        pieces = list(state.board.values())
        worth = lambda color: (PAWN_WEIGHT * pieces.count(PAWN_COLOR[color])
                               + KING_WEIGHT * pieces.count(KING_COLOR[color]))
        mine, theirs = worth(self.color), worth(OPPONENT_COLOR[self.color])
        return -INFINITY if not mine else INFINITY if not theirs else mine - theirs

    def selective_deepening_criterion(self, state):
        """Whether to look on beyond the depth: never."""
        return False

    def no_more_time(self):
        return time.process_time() - self.clock >= self.time_for_current_move
