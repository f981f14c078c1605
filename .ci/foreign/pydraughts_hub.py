"""pydraughts plays English checkers against `plywise engine checkers --protocol hub`, once from each side."""
import random
import sys

import draughts
import draughts.engine


def play(plywise, engine_begins, seed):
    dice = random.Random(seed)
    engine = draughts.engine.HubEngine(
        [plywise, "engine", "checkers", "--protocol", "hub", "--agent", "pvs:depth=8"])
    assert "english" in engine.variants, engine.variants
    engine.configure({"variant": "english"})
    engine.init()
    engine.ping()
    board = draughts.Board(variant="english")
    asked = 0
    while not board.is_over():
        if (len(board.move_stack) % 2 == 0) == engine_begins:
            asked += 1
            move = engine.play(board, draughts.engine.Limit(movetime=0.05), False).move
        else:
            move = dice.choice(board.legal_moves())
        assert move.hub_position_move in [legal.hub_position_move for legal in board.legal_moves()], move.hub_move
        board.push(move)
        assert len(board.move_stack) < 400, "the game does not end"
    engine.quit()
    engine.p.wait(timeout=10)
    assert engine.p.returncode == 0, engine.p.returncode
    assert asked > 5 and engine.info["depth"] > 0 and engine.info["nodes"] > 0, engine.info
    # pydraughts turns sides round for this variant, so the result is told by who cannot move.
    print(f"hub: {len(board.move_stack)} plies, the engine {'began' if engine_begins else 'followed'},",
          f"{board.fen}, winner {board.winner()}")


for number, begins in enumerate([True, False]):
    play(sys.argv[1], begins, number)
