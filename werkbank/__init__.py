"""Werkbank: tools for Open WebUI that can be trusted. See README.md for the rooms of this house."""

__version__ = "0.1.0"
