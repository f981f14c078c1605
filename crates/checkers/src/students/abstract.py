"""What the course's players inherit from."""


class AbstractPlayer:
    def __init__(self, setup_time, player_color, time_per_k_turns, k):
        """Seconds to be built in; 'red' or 'black'; seconds for each k own moves."""
        self.setup_time, self.color = setup_time, player_color
        self.time_per_k_turns, self.k = time_per_k_turns, k

    def get_move(self, game_state, possible_moves):
        """One of the possible moves."""
        raise NotImplementedError

    def __repr__(self):
        return self.color
