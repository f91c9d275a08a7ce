"""Positions and parts that people make: scenarios with a title, a task and an aim; boards and components."""
