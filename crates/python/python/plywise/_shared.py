"""Work that tasks of a cluster do into a folder that all its nodes share, since what it makes is too large to travel."""

from __future__ import annotations

import json
import os
import shutil
import uuid
from typing import Any, Dict

import plywise


def learn(game: str, folder: str, seed: int, games: int, chunk: int, options: Dict[str, Any]) -> str:
    """One run of learning, from where its last whole chunk ended: that is in the name of its file."""
    place = os.path.join(folder, str(seed))
    whole, asked = f"{place}.json", {"game": game, "games": games, "options": {key: str(value) for key, value in options.items()}}
    if os.path.exists(whole):
        with open(whole, encoding="utf-8") as file:
            kept = json.load(file)
        if kept["asked"] != asked:
            raise ValueError(f"{whole} is of another run; name another folder, or ask for what it tells")
        return str(kept["told"])
    ends = [*range(chunk, games, chunk), games]
    done, told = max((end for end in ends[:-1] if os.path.exists(f"{place}.{end}.state")), default=0), ""
    for end in [end for end in ends if end > done]:
        part = f"{place}.{uuid.uuid4().hex}.part"
        if done:
            shutil.copyfile(f"{place}.{done}.state", part)
        last = {"out": f"{place}.network"} if end == games else {}
        try:
            facts = plywise.train(game, **{**options, **last}, games=end - done, seed=seed, threads=1, state=part)
            os.replace(part, f"{place}.{end}.state")
        finally:
            if os.path.exists(part):
                os.unlink(part)
        if done:
            os.unlink(f"{place}.{done}.state")
        done, told = end, json.dumps(facts)
    with open(f"{whole}.part", "w", encoding="utf-8") as file:
        json.dump({"asked": asked, "told": told}, file)
    os.replace(f"{whole}.part", whole)
    return told


def unit(game: str, folder: str, pieces: int, number: int) -> str:
    """One unit of a database, unless it is there."""
    plywise.databases(game, pieces=pieces, unit=number, threads=1, cache=folder)
    return ""
