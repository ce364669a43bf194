"""What a clause says beside the measure, the company and the period: words that make another figure of it, or nothing.

A figure of the whole company is given only where nothing is left that could ask for less, or for something else: a
place, a name, what the measure is taken from ("revenue from advertising"), what is asked about it ("the interest rate
on its debt").
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from graph.knowledge import Knowledge
from graph.models.offline import asking
from graph.models.offline.mentions import Mention

_PLAIN = frozenset(
    """unadjusted net gross consolidated overall full year-end ending closing average actual exact conventional positive
    negative improving healthy strong good stable low yearly fiscal gaap reasonable reasonably pay paid pays spend spent
    earn earned generate generated invest invested increased reduced grown sold owe owed hold held carry gain gained
    that's it's cash current three-year two-year five-year multi-year simple weighted own company's firm's""".split()  # noqa: SIM905
)
"""Words that may stand before a measure and change nothing; also those of knowledge.question_words."""
_BENIGN = frozenset(
    """first second third fourth three six nine twelve thousands january february march april may june july august
    september october november december calendar days times percent size sum operations activities continuing
    operating investing financing shareholders stockholders shareowners""".split()  # noqa: SIM905
)
"""Words that may stand elsewhere in the clause and change nothing."""
_PERIOD = re.compile(r"(?:fye?|cy|ye|q|h)\d|\d")
_AGAINST = re.compile(r"\b(?:exceed\w*|than|minus|less|versus|vs|over and above|compared|net of)\b", re.IGNORECASE)
_POSSESSIVE = ("'s", "’s", "s'", "s’")


@dataclass(frozen=True)
class Leftovers:
    """A clause, the measures it mentions (`subject` is the one asked about), and what the companies go by."""

    clause: str
    mentions: Sequence[Mention]
    subject: Mention
    names: Sequence[str]
    knowledge: Knowledge

    @cached_property
    def rest(self) -> str:
        """The clause with the names of measures, companies and statements blanked; places are kept."""
        rest = self.clause
        for mention in self.mentions:
            rest = rest[: mention.start] + " " * (mention.end - mention.start) + rest[mention.end :]
        return asking.without_sources(asking.without_names(rest, self.names))

    @cached_property
    def words(self) -> list[str]:
        """Words that neither measure, company, period nor the wording of a question explains."""
        return [word for word in asking.tokens(self.rest) if not self._is_explained(word.casefold())]

    @cached_property
    def after_names(self) -> list[str]:
        """Words that a company's name may go on with: its legal name, or one of its parts."""
        return asking.words_after_names(self.clause, self.names)

    @cached_property
    def leading(self) -> list[str]:
        """What is asked about a measure rather than for it: the rate of "what rate does it pay on its debt"."""
        return [word for word in map(str.casefold, asking.tokens(self._before)) if not self._changes_nothing(word)]

    def narrow(self) -> bool:
        """Whether they make another figure of the measure, whatever is asked of it."""
        if asking.is_narrowed(self.rest) or any(
            word.casefold() in self.knowledge.place_words for word in self.after_names
        ):
            return True
        taken_from = asking.words_after_prepositions(self.rest[self.subject.end :])
        if self.subject.kind == "item" and not all(map(self._changes_nothing, taken_from)):
            return True
        return any(map(self._is_a_name, self.words)) or self._is_qualified()

    def ask_otherwise(self) -> bool:
        """Whether the clause asks for something about the measure instead of its value."""
        pairs = pairwise(self.mentions)
        against = any(_AGAINST.search(self.clause[a.end : b.start]) for a, b in pairs if a.key != b.key)
        return against or bool(self.leading) or asking.asks_for_record(self.clause)

    @property
    def _before(self) -> str:
        return asking.without_names(self.clause, self.names)[: self.subject.start]

    def _is_explained(self, word: str) -> bool:
        return word in _PLAIN or word in self.knowledge.question_words or bool(_PERIOD.match(word))

    def _changes_nothing(self, word: str) -> bool:
        return word in _BENIGN or self._is_explained(word)

    def _is_a_name(self, word: str) -> bool:
        """Of a place, or of something that has a name of its own."""
        plain = word.casefold()
        known = plain in self.knowledge.ordinary_words
        return plain in self.knowledge.place_words or (word[0].isupper() and len(word) > 1 and not known)

    def _is_qualified(self) -> bool:
        """Whether an unknown word stands right before the measure: "Lakeside revenue"."""
        word = asking.word_before(self._before)
        if not word or word in _PLAIN or word in self.knowledge.question_words or re.search(r"\d", word):
            return False
        return not word.endswith(_POSSESSIVE)
