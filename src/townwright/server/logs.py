"""Logs: one event per line, as JSON or, on a terminal, as readable text."""

from __future__ import annotations

import logging
import sys

import structlog


def set_up_logs() -> None:
    """Configures logging for this process."""
    terminal = sys.stderr.isatty()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info if not terminal else structlog.processors.StackInfoRenderer(),
            structlog.dev.ConsoleRenderer() if terminal else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if terminal else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
