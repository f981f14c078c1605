"""Seats a player of the course on checkers: class Player(setup_time, player_color, time_per_k_turns, k) with
get_move(game_state, possible_moves), which returns one of the moves."""

import os
import re
import sys
import time
import types

import players
from checkers.board import GameState
from checkers.consts import BLACK_PLAYER, EM, KING_COLOR, PAWN_COLOR, RED_PLAYER
from checkers.moves import GameMove

WANTED = "a class Player with get_move(self, game_state, possible_moves)"
SETUP_TIME = 2.0
# Own moves of a round, where the time is for a whole game, and seconds a move where no clock runs.
MOVES_OF_A_ROUND, UNTIMED = 40, 5.0
# The course's referee measures processor time, and so do its players (by `clock` before Python 3.8); what is measured here is real time.
time.process_time = time.clock = time.perf_counter


def know(player):
    """A folder as the course collects it holds several players, which know each other by where the course puts it: players.NAME, or
    players itself."""
    if os.path.isdir(player):
        players.__path__.append(player)
        name = os.path.basename(player)
        package = types.ModuleType("players." + name)
        package.__path__ = [player]
        sys.modules[package.__name__] = package
        setattr(players, name, package)


def square(number):
    """The row and column of a numbered square: the course's board is the standard one in a mirror."""
    row, place = divmod(number - 1, 4)
    return row, 7 - (2 * place + (1 if row % 2 == 0 else 0))


def squares(text):
    """The squares that a move names, in either spelling: 11x18x25 or (2,2)x(4,4)."""
    found = re.findall(r"\((\d),(\d)\)|(\d+)", text)
    return [square(int(number)) if number else (int(row), int(column)) for row, column, number in found]


def colors(text):
    """Who is meant by a letter: where there is a W, B moves first; else R does."""
    return {"B": RED_PLAYER, "W": BLACK_PLAYER} if "W" in text else {"R": RED_PLAYER, "B": BLACK_PLAYER}


def state_of(text, moves):
    turn, *sides = text.split(":")
    meant = colors(text)
    state = GameState()
    state.board = dict.fromkeys(state.board, EM)
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            letters = KING_COLOR if piece.startswith("K") else PAWN_COLOR
            state.board[square(int(piece.lstrip("K")))] = letters[meant[side[0]]]
    state.curr_player = meant[turn]
    quiet = next((n for n, move in enumerate(reversed(moves)) if "x" in move), len(moves))
    state.turns_since_last_jump = quiet / 2
    return state


def move_of(text, state):
    path = squares(text)
    middle = lambda a, b: ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)
    jumped = [middle(a, b) for a, b in zip(path, path[1:])] if "x" in text else []
    return GameMove(state.board[path[0]], path[0], path[-1], jumped)


def find(module):
    player = getattr(module, "Player", None)
    return player if hasattr(player, "get_move") else None


def share(clock):
    """Seconds and own moves of a round, after which a player of the course takes its time for full again. Some use all of a round's
    time: the way to them and back takes some of it as well. Where it is for a whole game it is never full again: each round has half
    of what is left."""
    if clock is None:
        return UNTIMED, 1
    return (0.95 * clock.left, clock.moves_left) if clock.moves_left else (clock.left / 2, MOVES_OF_A_ROUND)


class Seat:
    def __init__(self, found, told):
        self.player = found(SETUP_TIME, (RED_PLAYER, BLACK_PLAYER)[told["seat"]], *share(told["clock"]))

    def choose(self, position, moves, legal, clock):
        if clock is not None and not clock.moves_left:
            self.player.time_per_k_turns, _ = share(clock)
        state = state_of(position, moves)
        possible = [move_of(text, state) for text in legal]
        chosen = self.player.get_move(state, list(possible))
        facts = lambda move: (move.origin_loc, move.target_loc, sorted(move.jumped_locs))
        for text, move in zip(legal, possible):
            if move is chosen:
                return text
        for text, move in zip(legal, possible):
            if hasattr(chosen, "jumped_locs") and facts(move) == facts(chosen):
                return text
        return str(chosen)
