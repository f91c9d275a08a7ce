"""Scenarios: positions to start from, with a title, a task and an aim, in files and in a collection."""
