"""The only family of errors. Each message is a sentence that says what is wrong and what is expected."""

import operator


class TownwrightError(ValueError):
    """Something that cannot be done. Nothing was changed."""


class BadCall(TownwrightError):
    """No such game, a seat count out of range, an unknown option, an unusable seed."""


class BadBox(TownwrightError):
    """A box file that does not describe a playable box; every problem is one sentence."""

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class BadGame(TownwrightError):
    """A game folder that is incomplete or wrong; every problem is one sentence that names the file."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class DoesNotCompile(BadGame):
    """A rule that does not compile: one sentence with file and line."""


class BadPosition(TownwrightError):
    """A position that no table can have."""


class BadRecord(TownwrightError):
    """A record of a game that cannot be replayed."""


class IllegalMove(TownwrightError):
    """A move that cannot be played now, with the reason."""


class CannotUndo(TownwrightError):
    """There is no move to take back, or it can no longer be taken back."""


def how_many(number: int, thing: str, things: str = "") -> str:
    """ "1 card", "3 cards"; `things` is the plural if it needs more than an s."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def whole_number(value: object) -> int | None:
    """A whole number, NumPy's included; None for anything else, booleans too."""
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
