#!/usr/bin/env python3
"""A random mover for any game: plywise match GAME 'engine:cmd="python3 random_engine.py",protocol=line' random"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)


dice = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", name="random.py")
    elif message["type"] == "new_game":
        dice.seed(message["seed"])
    elif message["type"] == "go":
        say(type="move", id=message["id"], move=dice.choice(message["legal"]))
    elif message["type"] == "quit":
        break
