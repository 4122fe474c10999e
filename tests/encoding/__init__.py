"""Tests of the encoding: cells and actions."""
