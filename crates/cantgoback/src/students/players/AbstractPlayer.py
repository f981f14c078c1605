"""What the course's players inherit from."""

import utils


class AbstractPlayer:
    def __init__(self, game_time, penalty_score):
        """Seconds for all own moves together; points that being stuck first costs."""
        self.game_time, self.penalty_score = game_time, penalty_score
        self.directions = utils.get_directions()

    def set_game_params(self, board):
        """The board, once, before the game: rows from the bottom up."""
        raise NotImplementedError

    def make_move(self, time_limit, players_score):
        """A direction. Seconds for the move; the scores, own first."""
        raise NotImplementedError

    def set_rival_move(self, pos):
        """Where the rival went."""
        raise NotImplementedError

    def update_fruits(self, fruits_on_board_dict):
        """The fruits there are: their places and values."""
        raise NotImplementedError
