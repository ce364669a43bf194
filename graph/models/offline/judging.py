"""When a measure counts as high or healthy: rules of thumb of the field, said in the answer."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Yardstick:
    """`threshold` in the measure's own unit (a share for percentages). `met` and `missed` finish a sentence."""

    threshold: Decimal
    met: str
    missed: str
    below: bool = False

    def holds(self, value: Decimal) -> bool:
        """Whether the value meets it."""
        return value <= self.threshold if self.below else value >= self.threshold


YARDSTICKS: dict[str, Yardstick] = {
    "quick_ratio": Yardstick(
        Decimal(1), "liquid assets cover current liabilities", "liquid assets do not cover current liabilities"
    ),
    "current_ratio": Yardstick(
        Decimal(1), "current assets cover current liabilities", "current assets do not cover current liabilities"
    ),
    "cash_ratio": Yardstick(
        Decimal("0.5"), "cash covers much of current liabilities", "cash covers little of current liabilities"
    ),
    "revenue_growth": Yardstick(Decimal("0.10"), "that is high growth", "that is not high growth"),
    "capital_intensity": Yardstick(
        Decimal("0.10"), "much of revenue goes into fixed assets", "only little of revenue goes into fixed assets"
    ),
    "interest_coverage": Yardstick(Decimal(3), "earnings cover interest well", "earnings cover interest thinly"),
    "debt_to_equity": Yardstick(Decimal(1), "debt is below equity", "debt is above equity", below=True),
    "debt_to_ebitda": Yardstick(Decimal(3), "debt is moderate", "debt is high", below=True),
    "net_debt_to_ebitda": Yardstick(Decimal(3), "debt is moderate", "debt is high", below=True),
}
