"""Refusals."""

from __future__ import annotations


class Refused(Exception):
    """A request is refused: with a status, a code for programs and a sentence for people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
