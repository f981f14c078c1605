"""What the pages show works."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile("^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["docs/python.md", "crates/python/README.md"])
def test_what_a_page_shows_works(page):
    blocks = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert blocks
    names = {}
    for block in blocks:
        if "import pyspiel" in block:
            pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")
        exec(compile(block, page, "exec"), names)


def test_the_learner_learns(capsys):
    text = (ROOT / "docs/examples/learn_connect_four.py").read_text(encoding="utf-8")
    small = text.replace("EPSILON = 4000, 2, 0.5", "EPSILON = 1500, 1, 0.5").replace("games=200", "games=100")
    assert small != text
    exec(compile(small, "learn_connect_four.py", "exec"), {})
    score = re.search(r"^score +([0-9.]+) %", capsys.readouterr().out, re.MULTILINE)
    assert float(score[1]) > 60


def test_the_page_has_every_name():
    import plywise.cluster
    import plywise.openspiel

    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    public = [name for name in plywise.__all__ if not name.startswith("_")]
    public += [f"cluster.{name}" for name in plywise.cluster.__all__]
    public += [f"openspiel.{name}" for name in plywise.openspiel.__all__]
    for kind in (plywise.Game, plywise.Position, plywise.Agent, plywise.Clock):
        public += [name for name in dir(kind) if not name.startswith("_")]
    assert [name for name in public if not re.search(rf"\b{name}\b", page)] == []
