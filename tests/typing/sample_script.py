"""What a user's own script looks like to a strict type checker."""

import hexwidgets as hw

print(hw.__name__)
