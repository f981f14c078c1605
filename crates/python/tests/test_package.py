"""The package as a whole: what is in it, and what it does without."""

import sys

import plywise
import pytest


def test_only_what_is_meant_for_use_is_listed():
    assert sorted(plywise.__all__) == dir(plywise) and "json" not in dir(plywise)
    assert dir(plywise.lab) == ["list", "run"]
    assert all(hasattr(plywise, name) for name in dir(plywise))


@pytest.mark.parametrize(
    ("module", "extra", "use"),
    [
        ("numpy", "arrays", lambda: plywise.Game("othello").start().to_numpy()),
        ("pandas", "frames", lambda: plywise.analyze("othello:size=4", "pvs:depth=1").to_pandas()),
        ("pyarrow", "parquet", lambda: plywise.stored_games("games.db").to_parquet("games.parquet")),
        ("tqdm", "progress", lambda: plywise.match("othello:size=4", "random", "random", games=2, progress=True)),
    ],
)
def test_what_is_not_installed_is_named_with_the_command_that_installs_it(monkeypatch, module, extra, use):
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr(sys, "path_importer_cache", {})
    with pytest.raises(ModuleNotFoundError) as raised:
        use()
    told = str(raised.value)
    assert f"pip install {module}, " in told and f"pip install '.[{extra}]'" in told
