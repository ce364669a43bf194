"""The default model: deterministic, no key, no download."""

from graph.models.offline.chat import OfflineModel

__all__ = ["OfflineModel"]
