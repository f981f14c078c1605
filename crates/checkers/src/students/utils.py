"""What the course's players import as utils: a search, and a way to end one in time."""

import copy
import queue
import threading
import time

# Above the value of any position.
INFINITY = float(6000)


class ExceededTimeError(RuntimeError):
    """A function took longer than it was given."""


def run_with_limited_time(func, args, kwargs, time_limit):
    """What the function returns and its processor time in seconds, if that comes within so many seconds of real time;
    otherwise ExceededTimeError. A MemoryError is raised here."""
    answers = queue.Queue()

    def work():
        begun = time.process_time()
        try:
            result = func(*args, **kwargs)
        except BaseException as error:
            answers.put((error, None))
        else:
            answers.put((None, (result, time.process_time() - begun)))

    # Whoever is late is left alone, and ends with the program.
    threading.Thread(target=work, daemon=True).start()
    try:
        error, answer = answers.get(timeout=max(time_limit, 0.0))
    except queue.Empty:
        raise ExceededTimeError from None
    if error is not None:
        raise error
    return answer


class MiniMaxWithAlphaBetaPruning:
    def __init__(self, utility, my_color, no_more_time, selective_deepening):
        """The value of a state; whose search it is; whether time is up; whether to look on beyond the depth."""
        self.utility, self.my_color = utility, my_color
        self.no_more_time, self.selective_deepening = no_more_time, selective_deepening

    def search(self, state, depth, alpha, beta, maximizing_player):
        """The value within alpha and beta, and at a node of ours the move; the depth is in plies."""
        if self.no_more_time() or (depth <= 0 and not self.selective_deepening(state)):
            return self.utility(state), None
        moves = state.get_possible_moves()
        if not moves:
            return (-INFINITY if state.curr_player == self.my_color else INFINITY), None
        chosen, best = (moves[0], -INFINITY) if maximizing_player else (None, INFINITY)
        for move in moves:
            child = copy.deepcopy(state)
            child.perform_move(move)
            value, _ = self.search(child, depth - 1, alpha, beta, not maximizing_player)
            if maximizing_player:
                if value > best:
                    chosen, best = move, value
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha or self.no_more_time():
                break
        return (alpha if maximizing_player else beta), chosen
