"""Any legal move."""

import random

import abstract


class Player(abstract.AbstractPlayer):
    def get_move(self, game_state, possible_moves):
        return random.choice(possible_moves)
