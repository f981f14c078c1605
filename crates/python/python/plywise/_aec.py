"""A game of two seats as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._plywise import Game
from ._reports import opened
from .envs import _Choice, _spaces


class raw_env(AECEnv):  # type: ignore[misc]
    """See `plywise.envs.aec_env`."""

    def __init__(self, game: Union[Game, str], render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game = opened(game)
        if self.game.seats != 2:
            raise ValueError(f"{self.game.name} has {self.game.seats} seat; PettingZoo's environments have two: take GameEnv")
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode={render_mode!r} should be None, 'ansi' or 'human'")
        self.metadata = {
            "render_modes": ["ansi", "human"],
            "name": self.game.name,
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(2)]
        board, actions = _spaces(self.game)
        mask = spaces.Box(0, 1, (self.game.actions,), numpy.int8)
        seen = spaces.Dict({"observation": board, "action_mask": mask})
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}
        self.np_random = numpy.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self.np_random = numpy.random.default_rng(seed)
        self.at = _Choice(self.game.start(int(self.np_random.integers(2**62))))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()
        self._show()

    def _mover(self) -> str:
        turn = self.at.position.turn
        return self.possible_agents[0 if turn is None else turn]

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.at.position.diagram(color=True))

    def observe(self, agent: str) -> Dict[str, Any]:
        is_to_move = self.at.position.turn == self.possible_agents.index(agent)
        nothing = numpy.zeros(self.game.actions, dtype=numpy.int8)
        mask = self.at.mask(numpy, self.game.actions) if is_to_move else nothing
        return {"observation": self.at.position.to_numpy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if int(action) not in self.at.legal():
            raise ValueError(f"action {action} is not legal; legal: {self.at.legal()}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.at.choose(int(action))
        if self.at.position.is_over:
            for seat, other in enumerate(self.possible_agents):
                self.rewards[other] = self.at.points(seat)
                self.terminations[other] = True
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.agent_selection = self._mover()
        self._accumulate_rewards()
        self._show()

    def render(self) -> Optional[str]:
        return self.at.position.diagram() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass
