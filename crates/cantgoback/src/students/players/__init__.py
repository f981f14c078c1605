"""The folder of players: the course's frame here, and whatever a hand-in has in a folder of that name."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
