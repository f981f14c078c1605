"""pydraughts plays English checkers against `plywise engine checkers --protocol dxp`, once from each side."""
import random
import subprocess
import sys

import draughts
import draughts.engine


def receive(sock):
    """The next message, and no more: pydraughts 0.6.7 drops the zero bytes between messages that come in one packet,
    which loses all but the first of them."""
    text = b""
    while not text.endswith(b"\0"):
        byte = sock.recv(1)
        if not byte:
            raise ConnectionError("the engine hung up")
        text += byte
    return text[:-1].decode().strip()


def play(plywise, engine_begins, seed):
    dice = random.Random(seed)
    server = subprocess.Popen(
        [plywise, "engine", "checkers", "--protocol", "dxp", "--port", "0", "--agent", "pvs:depth=8,time=50ms"],
        stdout=subprocess.PIPE, text=True)
    words = server.stdout.readline().split()
    assert words[:2] == ["listening", "on"], words
    engine = draughts.engine.DXPEngine(options={"port": words[2].split(":")[1]}, initial_time=300)
    connection = engine.sender.socket
    connection.receive = lambda: receive(connection.sock)
    board = draughts.Board(variant="english")
    while not board.is_over():
        if (len(board.move_stack) % 2 == 0) == engine_begins:
            move = engine.play(board).move
            assert move is not None, "the engine hung up"
        else:
            move = dice.choice(board.legal_moves())
        assert move.hub_position_move in [legal.hub_position_move for legal in board.legal_moves()], move.hub_move
        board.push(move)
        assert len(board.move_stack) < 400, "the game does not end"
    assert engine.sender.receiver.accepted and engine.id["name"] == "plywise", engine.id
    engine.quit()
    assert server.wait(timeout=10) == 0
    print(f"dxp: {len(board.move_stack)} plies, the engine {'began' if engine_begins else 'followed'},",
          f"{board.fen}, winner {board.winner()}")


for number, begins in enumerate([True, False]):
    play(sys.argv[1], begins, number)
