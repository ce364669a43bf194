"""What a run may spend: limits that hold, counters by day, and a cache that makes a rerun free."""

from eval.budget.ledger import Ledger
from eval.budget.limits import Limits, ModelTerms, Spent, terms_of
from eval.budget.meter import Meter
from eval.budget.model import MeteredModel

__all__ = ["Ledger", "Limits", "Meter", "MeteredModel", "ModelTerms", "Spent", "terms_of"]
