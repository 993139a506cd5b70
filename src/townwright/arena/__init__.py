"""Simulations: many games between bots, the same for every number of threads and machines."""

from __future__ import annotations

from .simulation import Outcome, Setup, Simulation

__all__ = ["Outcome", "Setup", "Simulation"]
