"""What the server answers when something cannot be done."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not carried out: a status, a word for programs, a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
